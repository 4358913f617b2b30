import type { SecretGuard } from '#core/journey/correlator/observations';
import type { TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { copyStart } from '#core/secrets/truncate-point';
import type { SetTimer } from '#core/util/scheduler';
import { createObservedDocuments, type ObservedDocuments } from '#core/wire/observed-documents';
import type { HookCommand, ToRelay } from '#core/wire/page-messages';
import type { ObservationDeps } from '#core/wire/process-observation';
import { fromRelaySchema } from '#core/wire/relay-message';
import { MAX_PAGE_URL_CHARS } from '#core/wire/report-limits';
import type { ReportingDocument } from '#core/wire/report-processor';

/** Titles are shown to distinguish pages. */
const MAX_TITLE_CHARS = 1_000;

/** The panel's end of a relay's port, with the sender as the browser reports it. */
export interface RelayConnection {
  readonly frameId: number;
  readonly documentId: string;
  readonly url: string;
  post(message: ToRelay): void;
}

export interface RelayListener {
  receive(connection: RelayConnection, message: unknown): void;
  disconnected(connection: RelayConnection): void;
}

/** The first message of a document's relay. */
interface Introduction {
  readonly documentKey: string;
  readonly title: string;
  readonly origin?: string | undefined;
  readonly isLate?: boolean | undefined;
}

export interface DocumentsDeps extends ObservationDeps {
  readonly onRecords: (changed: readonly TelemetryRecord[]) => void;
  readonly redact: SecretGuard['redact'];
  readonly onFrames: (frames: readonly WatchedFrame[]) => void;
  readonly setTimer: SetTimer;
  /** Reports that a document of the top frame has connected, with its current, truncated URL. */
  readonly onTopDocument: (url: string) => void;
  /** Reports a new URL of the top frame. `at` is the time of the change, in epoch milliseconds. */
  readonly onPageUrl: (url: string, at: number) => void;
  /** Reports that an event was not fired, because its document has no SDK. */
  readonly onNotFired: (requestId: string) => void;
}

export interface Documents
  extends Pick<
    ObservedDocuments,
    'progress' | 'restore' | 'endDocumentsWithoutPort' | 'setRecording' | 'allDecompressed'
  > {
  /** Handles a message from a relay's port. The message is not trusted. */
  receive(connection: RelayConnection, message: unknown): void;
  disconnected(connection: RelayConnection): void;
  /** Passes a command to the hook of a document. Returns false if the document was unloaded. */
  sendCommand(documentId: string, command: HookCommand): boolean;
  /**
   * Counts reports of DevTools that were not read.
   * They count for the document of the top frame, if there is one.
   */
  countUnread(count: number): void;
  /** Clears the logs in the documents, so that cleared events do not reappear in the next panel. */
  forget(): void;
}

/** Creates the documents of the inspected tab. Each is connected through the port of its relay. */
export function createDocuments(deps: DocumentsDeps): Documents {
  const { correlator, setTimer, onRecords, onNotFired } = deps;
  const introductions = new Map<RelayConnection, Introduction>();
  /** The redacted frames of the connected documents. Each change of a frame reports all frames. */
  const frames = new Map<RelayConnection, WatchedFrame>();

  const notifyFrames = (): void => deps.onFrames([...frames.values()]);
  const updateFrames = (document: ReportingDocument): void => {
    for (const [connection, introduction] of introductions) {
      if (introduction.documentKey !== document.source.documentKey) continue;
      frames.set(connection, deps.redact(frameOf(connection, introduction, document)));
    }
    notifyFrames();
  };
  const observedDocuments = createObservedDocuments({
    correlator,
    setTimer,
    onRecords,
    onNotFired,
    onDocuments: updateFrames,
    onPageUrl({ source }, url, at) {
      if (source.frame.frameId === 0) deps.onPageUrl(url, at);
    },
  });
  const disconnect = (connection: RelayConnection): void => {
    const introduction = introductions.get(connection);
    if (!introduction) return;
    introductions.delete(connection);
    frames.delete(connection);
    notifyFrames();
    const isReplaced = [...introductions.values()].some(({ documentKey }) => documentKey === introduction.documentKey);
    if (!isReplaced) observedDocuments.disconnect(introduction.documentKey);
  };
  const connect = (connection: RelayConnection, introduction: Introduction): void => {
    const { frameId } = connection;
    if (introductions.get(connection)?.documentKey !== introduction.documentKey) disconnect(connection);
    // A URL or a title may be megabytes long, and is redacted with each change of the document.
    const url = copyStart(connection.url, MAX_PAGE_URL_CHARS);
    introductions.set(connection, { ...introduction, title: copyStart(introduction.title, MAX_TITLE_CHARS) });
    if (frameId === 0) deps.onTopDocument(url);
    connection.post({ type: 'attach', from: observedDocuments.open(introduction.documentKey, { frameId, url }) });
    const document = observedDocuments.get(introduction.documentKey);
    if (document) updateFrames(document);
  };

  return {
    receive(connection, message) {
      const { data } = fromRelaySchema.safeParse(message);
      if (data?.type === 'document') connect(connection, data);
      const introduction = introductions.get(connection);
      if (data?.type === 'log' && introduction)
        observedDocuments.receive(introduction.documentKey, data.observations, data.dropped);
    },
    disconnected: disconnect,
    sendCommand(documentId, command) {
      const connection = [...introductions.keys()].find((candidate) => candidate.documentId === documentId);
      connection?.post({ type: 'command', command: JSON.stringify(command) });
      return connection !== undefined;
    },
    countUnread(count) {
      const top = [...introductions].find(([{ frameId }]) => frameId === 0);
      if (top) observedDocuments.countUnread(top[1].documentKey, count);
    },
    forget() {
      for (const connection of introductions.keys()) connection.post({ type: 'forget' });
    },
    progress: observedDocuments.progress,
    restore: observedDocuments.restore,
    endDocumentsWithoutPort: observedDocuments.endDocumentsWithoutPort,
    setRecording: observedDocuments.setRecording,
    allDecompressed: observedDocuments.allDecompressed,
  };
}

function frameOf(
  { documentId }: RelayConnection,
  { title, origin, isLate = false }: Introduction,
  { source, sdks, evalBlocked, missedReports, unreadableReports }: ReportingDocument,
): WatchedFrame {
  const reportFields = {
    title,
    origin,
    sdks: [...sdks.values()],
    isLate,
    evalBlocked,
    missedReports,
    unreadableReports,
  };
  return { ...source.frame, documentId, ...reportFields };
}

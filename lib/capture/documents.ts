import type { Journal, SightingPlace } from '../journey/journal';
import type { FrameRef, SdkRef, TelemetryRecord } from '../journey/record';
import type { WatchedFrame } from '../messaging/frames';
import { fromRelaySchema, type ToRelay } from '../messaging/relay-protocol';
import { readSighting, type Sighting } from '../messaging/sighting';

/** The panel's end of a relay's port, with what the browser itself says of the sender. */
export interface RelayConnection {
  readonly frameId: number;
  readonly documentId: string;
  readonly url: string;
  post(message: ToRelay): void;
}

interface WatchedDocument {
  readonly connection: RelayConnection;
  readonly documentKey: string;
  readonly title: string;
  readonly sdks: Map<number, SdkRef>;
}

export interface DocumentsDeps {
  readonly journal: Journal;
  readonly onRecords: (changed: readonly TelemetryRecord[]) => void;
  readonly onFrames: (frames: readonly WatchedFrame[]) => void;
  /** The document that was asked to fire has no SDK. */
  readonly onNotFired: (requestId: string) => void;
}

export interface Documents {
  /** A message that came through a relay's port; nothing about it is taken on trust. */
  receive(connection: RelayConnection, message: unknown): void;
  disconnected(connection: RelayConnection): void;
  /** Hands an order to the hook of a document; false where that document is gone. */
  order(documentId: string, order: unknown): boolean;
  /** While off, logs are read but not recorded. SDKs are noted all the same. */
  record(recording: boolean): void;
  /** Clears what the documents themselves hold, so that cleared events do not come back with the next panel. */
  forget(): void;
}

/** The documents of the inspected tab that answer: takes their logs into the journal, each sighting once. */
export function createDocuments({ journal, onRecords, onFrames, onNotFired }: DocumentsDeps): Documents {
  const documents = new Map<RelayConnection, WatchedDocument>();
  /** How far each document's log has been read; kept when its port closes, as it may come back from the cache. */
  const readUpTo = new Map<string, number>();
  const sdksOf = new Map<string, Map<number, SdkRef>>();
  let recording = true;

  const tellFrames = (): void => onFrames([...documents.values()].map(frameOf));

  const welcome = (connection: RelayConnection, documentKey: string, title: string): void => {
    const sdks = sdksOf.get(documentKey) ?? new Map<number, SdkRef>();
    sdksOf.set(documentKey, sdks);
    documents.set(connection, { connection, documentKey, title, sdks });
    connection.post({ type: 'attach', from: (readUpTo.get(documentKey) ?? 0) + 1 });
    tellFrames();
  };

  const take = (document: WatchedDocument, text: string): readonly TelemetryRecord[] => {
    const read = readSighting(text);
    if (!read.ok) return [];
    const sighting = read.value;
    if (sighting.type === 'sdk') {
      document.sdks.set(sighting.sdk, { global: sighting.global, generation: sighting.generation });
      tellFrames();
      return [];
    }
    if (sighting.type === 'not-fired') {
      onNotFired(sighting.requestId);
      return [];
    }
    return recording ? enter(journal, sighting, document) : [];
  };

  return {
    receive(connection, message) {
      const parsed = fromRelaySchema.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === 'document') {
        welcome(connection, parsed.data.documentKey, parsed.data.title);
        return;
      }
      const document = documents.get(connection);
      if (!document) return;
      const { documentKey } = document;
      const changed: TelemetryRecord[] = [];
      for (const { seq, text } of parsed.data.sightings) {
        if (seq <= (readUpTo.get(documentKey) ?? 0)) continue;
        readUpTo.set(documentKey, seq);
        changed.push(...take(document, text));
      }
      if (changed.length > 0) onRecords(latestOfEach(changed));
    },
    disconnected(connection) {
      if (documents.delete(connection)) tellFrames();
    },
    order(documentId, order) {
      const document = [...documents.values()].find((candidate) => candidate.connection.documentId === documentId);
      document?.connection.post({ type: 'order', order: JSON.stringify(order) });
      return document !== undefined;
    },
    record(on) {
      recording = on;
    },
    forget() {
      for (const { connection } of documents.values()) connection.post({ type: 'forget' });
    },
  };
}

function enter(
  journal: Journal,
  sighting: Exclude<Sighting, { type: 'sdk' | 'not-fired' }>,
  { connection, documentKey, sdks }: WatchedDocument,
): readonly TelemetryRecord[] {
  const place: SightingPlace = { documentKey, frame: frameRef(connection) };
  const { at } = sighting;
  switch (sighting.type) {
    case 'called':
      return journal.called({ ...sighting, sdk: sdks.get(sighting.sdk) ?? null }, place);
    case 'returned':
      return journal.settled(sighting.callId, { status: 'returned', at }, place);
    case 'threw':
      return journal.settled(sighting.callId, { status: 'threw', at, message: sighting.message }, place);
    case 'emitted':
      return journal.emitted(sighting, place);
  }
}

function frameOf({ connection, title, sdks }: WatchedDocument): WatchedFrame {
  return { ...frameRef(connection), documentId: connection.documentId, title, sdks: [...sdks.values()] };
}

function frameRef({ frameId, url }: RelayConnection): FrameRef {
  return { frameId, url };
}

/** One call makes three sightings in a row; the views need only what came of them. */
function latestOfEach(records: readonly TelemetryRecord[]): readonly TelemetryRecord[] {
  return [...new Map(records.map((record) => [record.row, record])).values()];
}

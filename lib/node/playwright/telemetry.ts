import type { BrowserContext } from '@playwright/test';
import type { Json } from '#core/json/json';
import { compileFilterText } from '#core/query/filter-text';
import { type JudgedRecord, type PlainJudgedRecord, toPlainRecord } from '#core/stream/judged-record';
import { type EventKind, eventKinds, isEventKind } from '#core/telemetry/kinds';
import type { HookCommand, UnreadRequest } from '#core/wire/page-messages';
import type { RecordCheck } from '#node/config/record-check';
import { unknownNameText } from '#node/did-you-mean';
import { queryProblemText } from '#node/filter-problem';
import { writeCapture } from '#node/package/write-capture';
import { explainEmpty } from './empty-reasons';
import { startReportReceiver } from './report-receiver';
import { createReportedDocuments } from './reported-documents';
import { TestFindingsCollector } from './reporter/test-findings';
import type { TelemetrySource } from './telemetry-source';
import { after } from './timers';
import {
  type CollectorMode,
  createWatchedContexts,
  type LoadedDocument,
  type WatchedContexts,
} from './watched-contexts';

/** The telemetry that the pages of a test call, emit and send. */
export interface Telemetry extends TelemetrySource {
  /**
   * The events since the last clear that a filter of the panel's language matches, such as `is:invalid pageid:home`; all
   * without a filter.
   * @throws For a wrong filter.
   */
  events(filter?: string): readonly PlainJudgedRecord[];
  /**
   * The requests so far whose body could not be read: compressed by what the fixture does not know, or handed over as
   * the page unloaded. One is stopped where its URL took telemetry before; others went to the network.
   */
  unreadRequests(): readonly UnreadRequest[];
  /** Forgets all events so far. */
  clear(): void;
  /** Has each SDK in each frame send the events that it queues. */
  flush(): Promise<void>;
  /**
   * Calls a method of the newest SDK, as the page would.
   * @throws If no page has an SDK, or no method of the 17 has that name.
   */
  fire(kind: EventKind, args: readonly Json[]): Promise<void>;
  /** Watches a context that the test makes itself. Call it before the context opens a page. */
  attach(context: BrowserContext): Promise<void>;
}

export interface TelemetryOptions {
  readonly pageScript: string;
  readonly collector: CollectorMode;
  readonly quietMs: number;
  readonly check: RecordCheck;
}

/** A {@link Telemetry}, and what its fixtures do with it. */
export interface TelemetrySession {
  readonly telemetry: Telemetry;
  /** Has the pages of a context unload and report. */
  leave: WatchedContexts['leave'];
  /** How many events have truncated values, as all together would take too much memory. */
  truncatedEvents(): number;
  /** Takes all documents as gone. Returns the text of the attachment with the findings of all events, cleared ones too. */
  stop(): Promise<string>;
}

export async function startTelemetry({
  pageScript,
  collector,
  quietMs,
  check,
}: TelemetryOptions): Promise<TelemetrySession> {
  const listeners = new Set<() => void>();
  let lastChange = Date.now();
  const onChange = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const documents = createReportedDocuments({
    now: Date.now,
    after,
    onChange() {
      lastChange = Date.now();
      for (const listener of [...listeners]) listener();
    },
  });
  const receiver = await startReportReceiver(documents.receive);
  const contexts = createWatchedContexts({
    ...{ pageScript, receiverUrl: receiver.url, collector, documents, onChange, after },
  });
  const findings = new TestFindingsCollector();
  const records = () => documents.records().map(check.apply);
  const newestSdk = () => contexts.loaded().findLast(({ documentKey }) => documents.sdksOf(documentKey).length > 0);
  let orders = 0;
  const fire = (document: LoadedDocument, sdk: number, method: string, args: readonly Json[]): Promise<void> => {
    orders += 1;
    const order: HookCommand = { type: 'fire', requestId: `fire-${orders}`, sdk, method, args };
    return contexts.order(document, JSON.stringify(order));
  };

  const telemetry: Telemetry = {
    quietMs,
    check,
    records,
    onChange,
    isSettled: documents.isSettled,
    lastChange: () => lastChange,
    now: Date.now,
    allRecords: () => documents.allRecords().map(check.apply),
    explainEmpty() {
      const sdks = contexts.loaded().flatMap(({ documentKey }) => documents.sdksOf(documentKey));
      return explainEmpty(contexts.reach(), sdks.length);
    },
    captureText() {
      const capture = { records: documents.allRecords(), marks: documents.marks(), frames: documents.frames() };
      return writeCapture(capture, 'capture');
    },
    events: (filter = '') =>
      records()
        .filter(compileFilter(filter))
        .map((record) => toPlainRecord(record)),
    unreadRequests: documents.unreadRequests,
    clear: documents.clear,
    async flush() {
      const firing = contexts
        .loaded()
        .flatMap((document) =>
          documents.sdksOf(document.documentKey).map((sdk) => fire(document, sdk, 'syncEvents', [])),
        );
      // A frame may be gone by now: it sends nothing more.
      await Promise.allSettled(firing);
      await documents.unpacked();
    },
    async fire(kind, args) {
      if (!isEventKind(kind)) throw new Error(unknownNameText('kind', kind, eventKinds));
      const document = newestSdk();
      const sdk = document && documents.sdksOf(document.documentKey).at(-1);
      if (document === undefined || sdk === undefined) throw new Error('No page has a telemetry SDK yet.');
      await fire(document, sdk, kind, args);
    },
    attach: contexts.attach,
  };
  return {
    telemetry,
    leave: contexts.leave,
    truncatedEvents: documents.truncatedEvents,
    async stop() {
      documents.finish();
      await receiver.close();
      findings.add(documents.allRecords().map(check.apply));
      return findings.take(documents.unreadRequests());
    },
  };
}

function compileFilter(filter: string): (record: JudgedRecord) => boolean {
  const compiled = compileFilterText(filter);
  if (!compiled.ok) throw new Error(queryProblemText(compiled.failure));
  return compiled.value;
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import type { Json } from '#core/json/json';
import { codesOfFate } from '#core/pipeline/event-fate';
import { createFateRowIndex, type FateRowIndex } from '#core/pipeline/fate-row-index';
import { predictRecordFate, type RecordFateContext } from '#core/pipeline/record-fate';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText } from '#core/query/filter-text';
import { type JudgedRecord, type PlainJudgedRecord, toPlainRecord } from '#core/stream/judged-record';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { pluralize } from '#core/telemetry/wording';
import type { HookCommand, UnreadRequest } from '#core/wire/page-messages';
import { startServer } from '#node/collector/local-server';
import { readBody } from '#node/collector/read-body';
import type { RecordCheck } from '#node/config/record-check';
import { assertKnownName } from '#node/did-you-mean';
import { queryProblemText } from '#node/filter-problem';
import { writeCapture } from '#node/package/write-capture';
import { setTimer } from '#node/timers';
import { createReportedDocuments } from './reported-documents';
import { TestFindingsCollector } from './reporter/test-findings';
import type { TelemetrySource } from './telemetry-source';
import {
  type CollectorMode,
  createWatchedContexts,
  type LoadedDocument,
  type WatchedContexts,
  type WatchedReach,
} from './watched-contexts';

/** The fixture `telemetry`: the calls, events and requests of the pages of a test. */
export interface Telemetry extends TelemetrySource {
  /**
   * Returns the events since the last clear that match a filter of the panel's filter language, such as
   * `is:invalid pageid:home`. Without a filter, returns all events.
   *
   * @throws For an invalid filter.
   */
  events(filter?: string): readonly PlainJudgedRecord[];
  /**
   * Returns the requests so far whose body could not be read.
   * The body had an unknown compression, or the page was unloading. Requests to URLs that received telemetry before
   * were stopped. All other requests were sent to the network.
   */
  unreadRequests(): readonly UnreadRequest[];
  /** Clears all events so far. */
  clear(): void;
  /** Makes each SDK in each frame send its queued events. */
  flush(): Promise<void>;
  /**
   * Calls a method of the newest SDK, as the page would.
   *
   * @throws If no page has an SDK, for an unknown kind, and for arguments that are not a list.
   */
  fire(kind: EventKind, args: readonly Json[]): Promise<void>;
  /** Observes a context that the test creates itself. Call before the context opens a page. */
  attach(context: BrowserContext): Promise<void>;
}

export interface TelemetryOptions {
  readonly pageScript: string;
  readonly collector: CollectorMode;
  readonly quietMs: number;
  readonly check: RecordCheck;
}

/** A {@link Telemetry}, and the functions that the fixtures call. */
export interface TelemetrySession {
  readonly telemetry: Telemetry;
  /** Unloads the pages of a context, so that they send their last reports. */
  unloadContext: WatchedContexts['unloadContext'];
  /** Returns the number of events with values that were truncated to save memory. */
  truncatedEvents(): number;
  /**
   * Ends all documents.
   * Returns the text of the attachment with all findings, including those of cleared events.
   */
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
    setTimer,
    onChange() {
      lastChange = Date.now();
      for (const listener of [...listeners]) listener();
    },
  });
  const receiver = await startReportReceiver(documents.receive);
  const contexts = createWatchedContexts({
    pageScript,
    receiverUrl: receiver.url,
    collector,
    documents,
    onChange,
    setTimer,
  });
  const findings = new TestFindingsCollector();
  const records = () => documents.records().map(check.apply);
  const newestSdk = () =>
    contexts.loadedDocuments().findLast(({ documentKey }) => documents.sdksOf(documentKey).length > 0);
  let commandCount = 0;
  const fire = (document: LoadedDocument, sdk: number, method: string, args: readonly Json[]): Promise<void> => {
    commandCount += 1;
    const command: HookCommand = { type: 'fire', requestId: `fire-${commandCount}`, sdk, method, args };
    return contexts.sendCommand(document, JSON.stringify(command));
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
      const sdks = contexts.loadedDocuments().flatMap(({ documentKey }) => documents.sdksOf(documentKey));
      return explainEmpty(contexts.reach(), sdks.length);
    },
    captureText() {
      const capture = {
        records: documents.allRecords(),
        navigations: documents.navigations(),
        frames: documents.frames(),
      };
      return writeCapture(capture, 'capture');
    },
    events(filter = '') {
      if (typeof filter !== 'string') throw new TypeError('A filter is a text, such as kind:interact.');
      const all = records();
      return all.filter(compileFilter(filter, all, check.fates)).map((record) => toPlainRecord(record));
    },
    unreadRequests: documents.unreadRequests,
    clear: documents.clear,
    async flush() {
      const firing = contexts
        .loadedDocuments()
        .flatMap((document) =>
          documents.sdksOf(document.documentKey).map((sdk) => fire(document, sdk, 'syncEvents', [])),
        );
      // Ignores rejections, because a frame that was detached meanwhile sends nothing more.
      await Promise.allSettled(firing);
      await documents.allDecompressed();
    },
    async fire(kind, args) {
      assertKnownName('kind', kind, eventKinds);
      if (!Array.isArray(args)) throw new TypeError('The arguments of fire must be a list.');
      const document = newestSdk();
      const sdk = document && documents.sdksOf(document.documentKey).at(-1);
      if (document === undefined || sdk === undefined) throw new Error('No page has a telemetry SDK yet.');
      await fire(document, sdk, kind, args);
    },
    attach: contexts.attach,
  };
  return {
    telemetry,
    unloadContext: contexts.unloadContext,
    truncatedEvents: documents.truncatedEvents,
    async stop() {
      documents.finish();
      await receiver.close();
      findings.add(documents.allRecords().map(check.apply));
      return findings.take(documents.unreadRequests());
    },
  };
}

function compileFilter(filter: string, all: readonly JudgedRecord[], context: RecordFateContext): Matcher {
  let rows: FateRowIndex | null = null;
  const compiled = compileFilterText(filter, (record) => {
    rows ??= createFateRowIndex(all);
    const predicted = predictRecordFate(record, rows, context);
    return predicted === null ? [] : codesOfFate(predicted.fate);
  });
  if (!compiled.ok) throw new Error(queryProblemText(compiled.failure));
  return compiled.value;
}

/** Returns sentences about possible reasons why a test captured no event. */
export function explainEmpty({ urls, otherPages, serviceWorkers }: WatchedReach, sdks: number): readonly string[] {
  const [url] = urls;
  const pages = urls.length > 1 ? `${url} and ${pluralize(urls.length - 1, 'other page')}` : url;
  return [
    ...(url === undefined ? ['No page is open in a watched context.'] : []),
    ...(url !== undefined && sdks === 0 ? [`No telemetry SDK was found on ${pages}.`] : []),
    ...(url !== undefined && sdks > 0
      ? [`${pages}: the SDK was found, but not called since the test began or clear().`]
      : []),
    ...(otherPages > 0
      ? [
          `${pluralize(otherPages, 'page')} of another context not watched: call telemetry.attach(context) before it opens one.`,
        ]
      : []),
    ...(serviceWorkers > 0
      ? ["What a service worker sends by itself is not seen. Block it: test.use({ serviceWorkers: 'block' })."]
      : []),
  ];
}

/** Maximum size of a body. A beacon has at most 64 KiB. */
const MAX_BODY_BYTES = 1_000_000;

interface ReportReceiver {
  /** URL on the loopback interface, with a random path. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server for the beacons of unloading pages, on a free port of 127.0.0.1. Passes each body to `onBody`. */
export async function startReportReceiver(onBody: (text: string) => void): Promise<ReportReceiver> {
  const path = `/${randomUUID()}`;
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const isReportPath = request.url === path;
    if (isReportPath) allowAnyOrigin(request, response);
    if (!isReportPath || request.method !== 'POST') {
      response.writeHead(isReportPath && request.method === 'OPTIONS' ? 204 : 404).end();
      return;
    }
    void readBody(request, MAX_BODY_BYTES).then((body) => {
      if (body.ok) onBody(new TextDecoder().decode(body.value));
      response.writeHead(body.ok ? 204 : 413).end();
    });
  };
  const server = await startServer({ listener: receive }, '127.0.0.1', 0);
  if (!server.ok) throw new Error(`No port of this machine is free for the reports of pages: ${server.failure}.`);
  const { port, abort } = server.value;
  return { url: `http://127.0.0.1:${port}${path}`, close: abort };
}

/**
 * Allows pages of any site to report.
 * Chromium also checks that public sites may access the loopback interface.
 */
function allowAnyOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
  response.setHeader('Access-Control-Allow-Private-Network', 'true');
}

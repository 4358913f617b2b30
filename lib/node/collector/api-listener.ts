import type { IncomingMessage, RequestListener } from 'node:http';
import type { CollectedEvent } from '#core/collector/collected-change';
import type { CollectedEvents } from '#core/collector/collected-events';
import { writeCaptureFile } from '#core/formats/capture-file';
import { exportFormatsById } from '#core/formats/formats';
import { kindLabel } from '#core/journey/record';
import { reportExtension, writeReportParts } from '#core/report/report-writers';
import { observedOf } from '#core/stream/judged-record';
import { secretGuard } from '#core/stream/secret-guard';
import { type Result, succeed } from '#core/util/result';
import { forEachInSlices, type TimeSliceDeps } from '#core/util/time-slices';
import { HOMEPAGE, THIS_PACKAGE } from '../this-package';
import { reportEvents, sessionsToJson, type ToItem } from './collected-item';
import {
  type EventQuery,
  findNearest,
  type NearestEvent,
  readEventQuery,
  readLimit,
  readThrough,
  readWaitQuery,
} from './event-query';
import type { CollectorJudge } from './judge-config';
import { createLiveFeed, type LiveFeed } from './live-feed';
import {
  createLocalListener,
  errorReply,
  jsonReply as json,
  type LocalListenerDeps,
  type Reply,
} from './local-listener';
import { findParameterProblem, openApiDocument } from './openapi-document';
import { type PanelActions, respondToPanel } from './panel-actions';

/** Maximum number of concurrent wait requests. A test suite has a few per worker. */
const MAX_WAITING = 1_000;

export interface ApiDeps extends PanelActions, LocalListenerDeps, TimeSliceDeps {
  readonly events: CollectedEvents;
  readonly judge: CollectorJudge;
  readonly toItem: ToItem;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Sets a timer. Returns a function that cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

type Handler = (params: URLSearchParams, request: IncomingMessage) => Promise<Reply> | Reply;

/** Creates the listener of the REST interface and of the panel page. */
export function createApiListener(deps: ApiDeps): RequestListener {
  const feed = createLiveFeed(deps);
  const handlers = createHandlers(deps, feed);
  return createLocalListener(deps, async ({ pathname, searchParams }, request, response) => {
    if (pathname === STREAM_PATH && request.method === 'GET')
      return feed.stream(request, response) ? null : errorReply(429, 'Too many streams are open.');
    const name = `${request.method === 'HEAD' ? 'GET' : request.method} ${pathname}`;
    const reply = await respondToPanel(name, request, deps);
    if (reply !== null) return json(reply.status, reply.value);
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : reportHandler(name, deps);
    if (handler) {
      const problem = findParameterProblem(name, searchParams);
      return problem === null ? handler(searchParams, request) : errorReply(400, problem);
    }
    const methods = ['GET', 'POST'].filter((method) => Object.hasOwn(handlers, `${method} ${pathname}`));
    if (methods.length === 0) return errorReply(404, `Unknown path ${pathname}. See /api/openapi.json.`);
    response.setHeader('allow', methods.join(', '));
    return errorReply(405, `${pathname} is asked by ${methods.join(' or ')}.`);
  });
}

/** Path of the Server-Sent Events, which report the position of the collection when it changes. */
const STREAM_PATH = '/api/stream';

function createHandlers(deps: ApiDeps, feed: LiveFeed): Readonly<Record<string, Handler>> {
  const { events, collectorUrls, now } = deps;
  const wait = createWaitHandler(deps);
  const [collector] = collectorUrls;
  const forwardsTo = deps.upstream?.telemetry === 'forwarded' ? deps.upstream.origin : null;
  const { version } = THIS_PACKAGE;
  const health = { status: 'ok', version, homepage: HOMEPAGE, collector, upstream: forwardsTo };
  return {
    'GET /api/health': () => json(200, { ...health, ...events.totals() }),
    'GET /api/openapi.json': () => json(200, openApiDocument(version)),
    'GET /api/events': (params) =>
      withQuery(params, async (query) => {
        const limit = readLimit(params);
        return limit.ok ? succeed(await listEvents(deps, query, limit.value)) : limit;
      }),
    'GET /api/changes': (params) => ({
      status: 200,
      type: 'application/json',
      parts: feed.readChanges(params.get('position')),
    }),
    'GET /api/record': (params) => {
      const found = events.get(Number(params.get('row')));
      return found === null ? errorReply(404, 'No such event.') : json(200, { record: observedOf(found.record) });
    },
    'GET /api/counts': (params) => withQuery(params, async (query) => succeed(await countEvents(deps, query))),
    'GET /api/sessions': (params) =>
      withQuery(params, async (query) => {
        const found = await select(deps, query);
        return succeed(await sessionsToJson(found, deps.judge.policy, deps));
      }),
    'GET /api/wait': wait,
    'POST /api/clear': (params) => {
      const run = params.get('run');
      const through = readThrough(params, events.lastRow());
      if (!through.ok) return errorReply(400, through.failure);
      if (run === null) events.clear(through.value);
      else events.clearRun(run, through.value);
      return json(200, { cleared: true, last: events.lastRow() });
    },
    'GET /api/capture': (params) =>
      withQueryReply(params, async (query) => {
        const records = (await select(deps, query)).map(({ record }) => record);
        const capture = { records, navigations: [], frames: [] };
        const format = exportFormatsById.capture;
        const { texts } = writeCaptureFile(capture, {
          format,
          secrets: 'redact',
          exportedAt: now(),
          writtenBy: THIS_PACKAGE,
        });
        return { status: 200, type: 'application/json', parts: texts };
      }),
  };
}

async function select(deps: ApiDeps, { matches }: EventQuery): Promise<readonly CollectedEvent[]> {
  const found: CollectedEvent[] = [];
  const take = (event: CollectedEvent): void => {
    if (matches(event)) found.push(event);
  };
  await forEachInSlices(deps.events.all(), take, deps);
  return found;
}

/** Converts an event to the JSON that `validate` writes, with the event itself and its source. */
function eventToJson(event: CollectedEvent, toItem: ToItem) {
  const { item, json } = toItem(event);
  const { index, line, request, kind, verdict, verdicts, eid, mid, fate } = item;
  const findings = item.findings.map(({ ruleSet, severity, code, path, params, message, known }) => ({
    ruleSet,
    severity,
    code,
    path,
    params,
    message,
    ...(known ? { known } : {}),
  }));
  const { record, source } = event;
  const { at = record.at } = record.requests[0] ?? {};
  return {
    index,
    line,
    request,
    kind,
    verdict,
    verdicts,
    eid,
    mid,
    findings,
    ...(fate === undefined ? {} : { fate }),
    row: record.row,
    receivedAt: at,
    requests: record.requests.length,
    headline: record.headline,
    source: secretGuard.redact(source),
    event: typeof json === 'string' ? { text: json } : json,
  };
}

async function listEvents(deps: ApiDeps, query: EventQuery, limit: number) {
  const { events, toItem } = deps;
  // Read before the work yields: events that arrive meanwhile are not listed, so `last` must not cover them.
  const last = events.lastRow();
  const found = await select(deps, query);
  const listed = found.slice(0, limit);
  const items: ReturnType<typeof eventToJson>[] = [];
  await forEachInSlices(listed, (event) => void items.push(eventToJson(event, toItem)), deps);
  return {
    events: items,
    /** Value of `after` for the next page, or `null` on the last page. */
    next: found.length > limit ? (listed.at(-1)?.record.row ?? null) : null,
    last,
  };
}

async function countEvents(deps: ApiDeps, query: EventQuery) {
  const { events, toItem } = deps;
  const last = events.lastRow();
  const found = await select(deps, query);
  const verdicts = { valid: 0, invalid: 0, unknown: 0 };
  const severities = { error: 0, warning: 0, info: 0 };
  const kinds = new Map<string, number>();
  const count = (event: CollectedEvent): void => {
    const { record } = event;
    verdicts[record.verdict] += 1;
    const kind = kindLabel(record);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (record.summary.findings === 0) return;
    for (const { severity, known } of toItem(event).item.findings) if (!known) severities[severity] += 1;
  };
  await forEachInSlices(found, count, deps);
  const { requests, evicted, rejected } = events.totals();
  const counts = { verdicts, severities, kinds: Object.fromEntries(kinds) };
  return { events: found.length, ...counts, requests, evicted, rejected, last };
}

/** Creates the handler that responds when `count` events match, or after the timeout. */
function createWaitHandler(deps: ApiDeps): Handler {
  const { events, toItem, after } = deps;
  let waiting = 0;
  const waitFor = (query: EventQuery, count: number, timeoutMs: number, request: IncomingMessage): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const matched = new Map<number, CollectedEvent>();
      const match = (event: CollectedEvent): void => {
        if (query.matches(event)) matched.set(event.record.row, event);
        else matched.delete(event.record.row);
      };
      waiting += 1;
      let isOver = false;
      const leave = (): void => end(json(404, {}));
      const end = (reply: Reply): void => {
        isOver = true;
        unsubscribe();
        cancel();
        // Removed because a keep-alive connection has further requests.
        request.socket.off('close', leave);
        waiting -= 1;
        resolve(reply);
      };
      const inOrder = () => [...matched.values()].sort((one, other) => one.record.row - other.record.row);
      const listed = () =>
        inOrder()
          .slice(0, count)
          .map((event) => eventToJson(event, toItem));
      const succeedIfDone = (): void => {
        if (!isOver && matched.size >= count) end(json(200, { matched: matched.size, events: listed() }));
      };
      const unsubscribe = events.onChange((change) => {
        if (change.type === 'cleared' || change.type === 'run-cleared')
          for (const row of matched.keys()) if (events.get(row) === null) matched.delete(row);
        const added = 'added' in change ? change.added : [];
        for (const event of [...added, ...('changed' in change ? change.changed : [])]) match(event);
        succeedIfDone();
      });
      const fail = (nearest: NearestEvent | null): void => {
        if (isOver) return;
        end(
          json(404, {
            error: `${matched.size} of ${count} events came in time.`,
            matched: matched.size,
            expected: count,
            events: listed(),
            nearest: nearest && { differs: nearest.unmetTerms, ...eventToJson(nearest.event, toItem) },
          }),
        );
      };
      const cancel = after(timeoutMs, () => void findNearest(events.all(), query, deps).then(fail).catch(reject));
      // The client is gone, so the reply is not sent.
      request.socket.once('close', leave);
      const matchStored = ({ record }: CollectedEvent): void => {
        const stored = isOver ? null : events.get(record.row);
        if (stored !== null) match(stored);
      };
      forEachInSlices(events.all(), matchStored, deps).then(succeedIfDone).catch(reject);
    });
  return (params, request) => {
    const query = readEventQuery(params);
    const wanted = readWaitQuery(params);
    if (!query.ok) return errorReply(400, query.failure);
    if (!wanted.ok) return errorReply(400, wanted.failure);
    if (waiting >= MAX_WAITING) return errorReply(429, 'Too many requests are waiting.');
    return waitFor(query.value, wanted.value.count, wanted.value.timeoutMs, request);
  };
}

const REPORT = /^GET \/api\/(report\.\w+)$/;
const REPORT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml',
  '.md': 'text/markdown; charset=utf-8',
};

/** Returns the handler of a report in the format of its extension, or `null` for any other name. */
function reportHandler(name: string, deps: ApiDeps): Handler | null {
  const file = REPORT.exec(name)?.[1] ?? '';
  const extension = reportExtension(file);
  if (extension === null) return null;
  return (params) =>
    withQueryReply(params, async (query) => {
      const report = await reportEvents(await select(deps, query), deps);
      return {
        status: 200,
        type: REPORT_TYPES[extension] ?? 'application/json',
        parts: writeReportParts(report, file),
      };
    });
}

function withQuery(
  params: URLSearchParams,
  read: (query: EventQuery) => Promise<Result<object, string>>,
): Promise<Reply> {
  return withQueryReply(params, async (query) => {
    const found = await read(query);
    return found.ok ? json(200, found.value) : errorReply(400, found.failure);
  });
}

async function withQueryReply(params: URLSearchParams, reply: (query: EventQuery) => Promise<Reply>): Promise<Reply> {
  const query = readEventQuery(params);
  return query.ok ? reply(query.value) : errorReply(400, query.failure);
}

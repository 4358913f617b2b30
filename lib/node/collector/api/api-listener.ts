import type { RequestListener } from 'node:http';
import type { CollectedEvent } from '#core/collector/collected-change';
import { writeCaptureFile } from '#core/formats/capture-file';
import { exportFormatsById } from '#core/formats/formats';
import { kindLabel } from '#core/journey/record';
import { reportExtension, writeReportParts } from '#core/report/report-writers';
import { observedOf } from '#core/stream/judged-record';
import { type Result, succeed } from '#core/util/result';
import { forEachInSlices } from '#core/util/time-slices';
import { HOMEPAGE, THIS_PACKAGE } from '../../this-package';
import { reportEvents, sessionsToJson } from '../collected-item';
import { createLocalListener, errorReply, jsonReply as json, type Reply } from '../local-listener';
import type { ApiDeps, Handler } from './api-deps';
import { eventToJson } from './event-json';
import { type EventQuery, readEventQuery, readLimit, readThrough } from './event-query';
import { createLiveFeed, type LiveFeed } from './live-feed';
import { findParameterProblem, openApiDocument } from './openapi-document';
import { respondToPanel } from './panel-actions';
import { createWaitHandler } from './wait-handler';

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
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : createReportHandler(name, deps);
    if (handler) {
      const problem = findParameterProblem(name, searchParams);
      return problem === null ? handler(searchParams, request) : errorReply(400, problem);
    }
    const methods = ['GET', 'POST'].filter((method) => Object.hasOwn(handlers, `${method} ${pathname}`));
    if (methods.length === 0) return errorReply(404, `Unknown path ${pathname}. See /api/openapi.json.`);
    response.setHeader('allow', methods.join(', '));
    return errorReply(405, `Use ${methods.join(' or ')} for ${pathname}.`);
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
      const event = events.get(Number(params.get('row')));
      return event === null ? errorReply(404, 'No such event.') : json(200, { record: observedOf(event.record) });
    },
    'GET /api/counts': (params) => withQuery(params, async (query) => succeed(await countEvents(deps, query))),
    'GET /api/sessions': (params) =>
      withQuery(params, async (query) => {
        const selectedEvents = await selectEvents(deps, query);
        return succeed(await sessionsToJson(selectedEvents, deps.judge.policy, deps));
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
        const records = (await selectEvents(deps, query)).map(({ record }) => record);
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

async function selectEvents(deps: ApiDeps, { matches }: EventQuery): Promise<readonly CollectedEvent[]> {
  const matchingEvents: CollectedEvent[] = [];
  const take = (event: CollectedEvent): void => {
    if (matches(event)) matchingEvents.push(event);
  };
  await forEachInSlices(deps.events.all(), take, deps);
  return matchingEvents;
}

async function listEvents(deps: ApiDeps, query: EventQuery, limit: number) {
  const { events, toItem } = deps;
  // Read before the work yields: events that arrive meanwhile are not listed, so `last` must not cover them.
  const last = events.lastRow();
  const matchingEvents = await selectEvents(deps, query);
  const page = matchingEvents.slice(0, limit);
  const items: ReturnType<typeof eventToJson>[] = [];
  await forEachInSlices(page, (event) => void items.push(eventToJson(event, toItem)), deps);
  return {
    events: items,
    /** Value of `after` for the next page, or `null` on the last page. */
    next: matchingEvents.length > limit ? (page.at(-1)?.record.row ?? null) : null,
    last,
  };
}

async function countEvents(deps: ApiDeps, query: EventQuery) {
  const { events, toItem } = deps;
  const last = events.lastRow();
  const matchingEvents = await selectEvents(deps, query);
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
  await forEachInSlices(matchingEvents, count, deps);
  const { requests, evicted, rejected } = events.totals();
  const counts = { verdicts, severities, kinds: Object.fromEntries(kinds) };
  return { events: matchingEvents.length, ...counts, requests, evicted, rejected, last };
}

const REPORT = /^GET \/api\/(report\.\w+)$/;
const REPORT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml',
  '.md': 'text/markdown; charset=utf-8',
};

/** Returns the handler of a report in the format of its extension, or `null` for any other name. */
function createReportHandler(name: string, deps: ApiDeps): Handler | null {
  const file = REPORT.exec(name)?.[1] ?? '';
  const extension = reportExtension(file);
  if (extension === null) return null;
  return (params) =>
    withQueryReply(params, async (query) => {
      const report = await reportEvents(await selectEvents(deps, query), deps);
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
    const result = await read(query);
    return result.ok ? json(200, result.value) : errorReply(400, result.failure);
  });
}

async function withQueryReply(params: URLSearchParams, reply: (query: EventQuery) => Promise<Reply>): Promise<Reply> {
  const query = readEventQuery(params);
  return query.ok ? reply(query.value) : errorReply(400, query.failure);
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RefusedRequest } from '#core/collector/collected-change';
import type { CollectedEvents } from '#core/collector/collected-events';
import { type CollectorBehavior, chooseStatus, responseBody } from '#core/collector/collector-response';
import { corsHeaders, preflightHeaders } from '#core/collector/cors';
import { MAX_BATCH_BYTES, type Refusal, readBatch, refusalStatus } from '#core/collector/read-batch';
import { readRequestSource, splitRun } from '#core/collector/request-source';
import type { RequestEnd } from '#core/journey/record';
import { message } from '#core/util/message';
import type { Decompress } from '#core/wire/decode-body';
import { readBody } from './read-body';
import { refusalText } from './refusal-text';

export interface CollectorDeps {
  readonly decompress: Decompress;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** At least 0 and less than 1. */
  readonly random: () => number;
  /** Calls back after this number of milliseconds. */
  readonly after: (milliseconds: number, task: () => void) => void;
}

/** Creates the listener of a collector: it takes telemetry on any path, and responds as the telemetry service does. */
export function createCollectorListener(
  events: Pick<CollectedEvents, 'add' | 'refuse'>,
  behavior: CollectorBehavior,
  deps: CollectorDeps,
): RequestListener {
  const respondToBatch = createResponder(behavior, deps);
  const collect = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = deps.now();
    const { run, path: url } = splitRun(request.url ?? '/');
    const source = readRequestSource(run, request.socket.remoteAddress ?? '', request.headers);
    const refuse = (refusal: Refusal, bodyBytes = 0): void => {
      events.refuse(respondRefusal(response, { at, url, source, refusal, bodyBytes }, deps.now));
    };
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST, OPTIONS');
      return refuse({ reason: 'wrong-method', method: request.method ?? '' });
    }
    const bytes = await readBody(request, MAX_BATCH_BYTES);
    if (!bytes.ok) return bytes.failure === 'aborted' ? void response.destroy() : refuse({ reason: 'too-large' });
    const body = await readBatch(bytes.value, request.headers, deps.decompress);
    if (!body.ok) return refuse(body.failure, bytes.value.length);
    // The sender need not wait for the rules. Whoever has the response finds the events: both happen in one task.
    const end = respondToBatch(response);
    events.add({ at, url, source, end, body: body.value });
  };

  return (request, response) => {
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return respondToPreflight(request, response);
    collect(request, response).catch(() => response.destroy());
  };
}

/** Responds to a batch of telemetry. Returns the end of its request. */
export type RespondToBatch = (response: ServerResponse) => RequestEnd;

/** Creates a function that responds as a collector that behaves so. */
export function createResponder(
  behavior: CollectorBehavior,
  deps: Pick<CollectorDeps, 'now' | 'random' | 'after'>,
): RespondToBatch {
  return (response) => {
    const status = chooseStatus(behavior, deps.random());
    const finish = (): void => {
      if (status === null) response.destroy();
      else respond(response, status, responseBody(status, deps.now(), `--respond ${status} was given.`));
    };
    if (behavior.delayMs === 0) finish();
    else deps.after(behavior.delayMs, finish);
    return toRequestEnd(status, behavior.delayMs);
  };
}

/** Lets the page of a request read the response. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(corsHeaders(request.headers))) response.setHeader(name, value);
}

/** Lets a page send telemetry. */
export function respondToPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, preflightHeaders(request.headers)).end();
}

/** Responds with why a request is refused. Returns the request with its response. */
export function respondRefusal(
  response: ServerResponse,
  request: Omit<RefusedRequest, 'end' | 'responseText'>,
  now: CollectorDeps['now'],
): RefusedRequest {
  const { at, refusal } = request;
  const status = refusalStatus[refusal.reason];
  const responseText = responseBody(status, at, refusalText(refusal));
  respond(response, status, responseText);
  return { ...request, end: toRequestEnd(status, now() - at), responseText };
}

function respond(response: ServerResponse, status: number, body: string): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}

/** The end of a request with a status, or with none. */
export function toRequestEnd(status: number | null, durationMs: number): RequestEnd {
  if (status !== null) return { status: 'responded', httpStatus: status, durationMs };
  return { status: 'failed', message: '', problem: message('capture.noResponse'), durationMs };
}

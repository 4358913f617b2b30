import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RejectedRequest } from '#core/collector/collected-change';
import type { CollectedEvents } from '#core/collector/collected-events';
import { type CollectorBehavior, responseBody, selectStatus } from '#core/collector/collector-response';
import { corsHeaders, preflightHeaders } from '#core/collector/cors';
import { MAX_BATCH_BYTES, type Rejection, readBatch, rejectionStatus } from '#core/collector/read-batch';
import { toRequestEnd } from '#core/collector/recorded-batch';
import { readRequestSource, splitRun } from '#core/collector/request-source';
import type { RequestEnd } from '#core/journey/record';
import type { SetTimer } from '#core/util/scheduler';
import type { Decompress } from '#core/wire/decode-body';
import { readBody } from './read-body';
import { rejectionText } from './rejection-text';

export interface CollectorDeps {
  readonly decompress: Decompress;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Returns a number of at least 0 and less than 1, like `Math.random`. */
  readonly random: () => number;
  /** Sets a timer. Returns a function that cancels the timer. */
  readonly setTimer: SetTimer;
}

/**
 * Creates the listener of a collector.
 * It accepts telemetry on any path and responds like the telemetry service.
 */
export function createCollectorListener(
  events: Pick<CollectedEvents, 'add' | 'addRejected'>,
  behavior: CollectorBehavior,
  deps: CollectorDeps,
): RequestListener {
  const respondToBatch = createResponder(behavior, deps);
  const collect = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = deps.now();
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return respondToPreflight(request, response);
    const { run, path: url } = splitRun(request.url ?? '/');
    const source = readRequestSource(run, request.socket.remoteAddress ?? '', request.headers);
    const reject = (rejection: Rejection, bodyBytes = 0): void => {
      events.addRejected(respondRejection(response, { at, url, source, rejection, bodyBytes }, deps.now));
    };
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST, OPTIONS');
      return reject({ reason: 'wrong-method', method: request.method ?? '' });
    }
    const bytes = await readBody(request, MAX_BATCH_BYTES);
    if (!bytes.ok) return bytes.failure === 'aborted' ? void response.destroy() : reject({ reason: 'too-large' });
    const body = await readBatch(bytes.value, request.headers, deps.decompress);
    if (!body.ok) return reject(body.failure, bytes.value.length);
    // Responds before the rules run, to be fast. Both happen in one task, so a client that has the response finds the
    // events.
    const end = respondToBatch(response);
    events.add({ at, url, source, end, ...body.value });
  };

  return (request, response) => {
    collect(request, response).catch(() => response.destroy());
  };
}

/** Responds to a batch of telemetry. Returns how the request ended. */
export type RespondToBatch = (response: ServerResponse) => RequestEnd;

/** Creates a function that responds to batches with the configured status, delay and drop rate. */
export function createResponder(
  behavior: CollectorBehavior,
  deps: Pick<CollectorDeps, 'now' | 'random' | 'setTimer'>,
): RespondToBatch {
  return (response) => {
    const status = selectStatus(behavior, deps.random());
    const finish = (): void => {
      if (status === null) response.destroy();
      else respond(response, status, responseBody(status, deps.now(), `--respond ${status} was given.`));
    };
    if (behavior.delayMs === 0) finish();
    else response.once('close', deps.setTimer(behavior.delayMs, finish));
    return toRequestEnd(status, behavior.delayMs);
  };
}

/** Sets the CORS headers that let the requesting page read the response. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(corsHeaders(request.headers))) response.setHeader(name, value);
}

/** Responds to a CORS preflight, so that the page can send telemetry. */
export function respondToPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, preflightHeaders(request.headers)).end();
}

/** Responds to a rejected request with the reason. Returns the request with its response. */
export function respondRejection(
  response: ServerResponse,
  request: Omit<RejectedRequest, 'end' | 'responseText'>,
  now: CollectorDeps['now'],
): RejectedRequest {
  const { at, rejection } = request;
  const status = rejectionStatus[rejection.reason];
  const responseText = responseBody(status, at, rejectionText(rejection));
  respond(response, status, responseText);
  return { ...request, end: toRequestEnd(status, now() - at), responseText };
}

function respond(response: ServerResponse, status: number, body: string): void {
  if (response.destroyed) return;
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  // Not after `writeHead`: Node.js then does not know the length, and sends the response in chunks.
  response.end(body);
}

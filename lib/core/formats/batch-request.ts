import type { SeenBatch } from '#core/journey/correlator/observations';
import type { RequestEnd } from '#core/journey/record';
import { copyStart } from '#core/secrets/truncate-point';
import { message } from '#core/util/message';
import { parseBatchBody } from '#core/wire/batch-body';
import { readHarRequest } from './har-request';

/** In UTF-16 units. The start of a response is enough to explain it. */
const MAX_RESPONSE_CHARS = 65_536;

/** Truncates a response to the 64 KiB that are stored; the copy does not retain the rest in memory. */
export function truncateResponse(text: string): string {
  return text.length <= MAX_RESPONSE_CHARS ? text : copyStart(text, MAX_RESPONSE_CHARS);
}

/**
 * Reads a finished request as DevTools shows it (HAR 1.2).
 * Null for the great majority that carry no telemetry: telemetry is detected by its body, never by its URL.
 */
export function parseBatchRequest(entry: unknown, id: string): SeenBatch | null {
  const request = readHarRequest(entry);
  const batch = request?.body ? parseBatchBody(request.body) : null;
  if (request === null || batch === null) return null;
  const { body: _, end, ...seen } = request;
  return { id, transport: 'unknown', ...seen, end: withProblem(end), ...batch };
}

function withProblem(end: RequestEnd): RequestEnd {
  const isUntold = end.status === 'failed' && end.message === '' && end.problem === undefined;
  return isUntold ? { ...end, problem: message('capture.noResponse') } : end;
}

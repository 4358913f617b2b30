import type { ObservedBatch } from '#core/journey/correlator/observations';
import type { RequestEnd } from '#core/journey/record';
import { copyStart } from '#core/secrets/truncate-point';
import { message } from '#core/util/message';
import { parseBatchBody } from '#core/wire/batch-body';
import { readHarRequest } from './har-request';

/** Limit of a stored response, in UTF-16 units. Its start is enough to explain it. */
const MAX_RESPONSE_CHARS = 65_536;

/** Truncates a response to the stored length, as a copy that does not retain the whole text in memory. */
export function truncateResponse(text: string): string {
  return text.length <= MAX_RESPONSE_CHARS ? text : copyStart(text, MAX_RESPONSE_CHARS);
}

/**
 * Reads a finished request as DevTools shows it (HAR 1.2).
 * Returns null for a request without telemetry. Telemetry is detected by its body, never by its URL.
 */
export function parseBatchRequest(entry: unknown, id: string): ObservedBatch | null {
  const request = readHarRequest(entry);
  const batch = request?.body ? parseBatchBody(request.body) : null;
  if (request === null || batch === null) return null;
  const { body: _, end, ...fields } = request;
  return { id, transport: 'unknown', ...fields, end: withProblem(end), ...batch };
}

function withProblem(end: RequestEnd): RequestEnd {
  const hasUnknownReason = end.status === 'failed' && end.message === '' && end.problem === undefined;
  return hasUnknownReason ? { ...end, problem: message('capture.noResponse') } : end;
}

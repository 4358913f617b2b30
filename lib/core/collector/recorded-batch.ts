import type { RequestEnd } from '#core/journey/record';
import { type Json, stringAt, valueAt } from '#core/json/json';
import { message } from '#core/util/message';
import type { ReceivedBatch } from './collected-change';

/** The batch of a line of a recording. */
interface RecordedBatch extends Pick<ReceivedBatch, 'at' | 'end'> {
  readonly batch: Json;
  readonly run: string;
}

/** Returns the batch of a line of a recording, or `null` for other JSON. `at` is in epoch ms. */
export function readRecordedBatch(json: Json): RecordedBatch | null {
  const [at, batch] = [valueAt(json, ['receivedAt']), valueAt(json, ['body'])];
  if (typeof at !== 'number' || batch === undefined) return null;
  return { at, end: readEnd(json), batch, run: stringAt(json, ['source', 'run']) ?? '' };
}

/** Reads the outcome of the request of a line of a recording. */
export function readEnd(json: Json): RequestEnd {
  const [status, duration] = [valueAt(json, ['end', 'httpStatus']), valueAt(json, ['end', 'durationMs'])];
  const httpStatus = typeof status === 'number' ? status : null;
  if (httpStatus === null && stringAt(json, ['end', 'status']) !== 'failed') return { status: 'open' };
  return toRequestEnd(httpStatus, typeof duration === 'number' ? duration : 0);
}

/** Converts a status to the end of a request. `null` stands for a request without a response. */
export function toRequestEnd(status: number | null, durationMs: number): RequestEnd {
  if (status !== null) return { status: 'responded', httpStatus: status, durationMs };
  return { status: 'failed', message: '', problem: message('capture.noResponse'), durationMs };
}

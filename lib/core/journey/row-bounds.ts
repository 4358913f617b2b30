import { classifyStatus } from './classify-status';
import type { Omitted, RequestSighting, Said, TelemetryRecord } from './record';

/** Requests of one row: the first show how it began, the newest how it stands. */
export const MAX_ROW_REQUESTS = 100;
/** Console messages of one call: an SDK writes one or two. */
export const MAX_ROW_MESSAGES = 50;

const NOTHING_OMITTED: Omitted = { requests: 0, retries: 0, messages: 0 };

/** The row with these requests, in order of time; those in the middle are omitted and counted where there are too many. */
export function withBoundedRequests(record: TelemetryRecord, requests: readonly RequestSighting[]): TelemetryRecord {
  const middle = requests[MAX_ROW_REQUESTS / 2];
  if (requests.length <= MAX_ROW_REQUESTS || middle === undefined) return { ...record, requests };
  const omitted = record.omitted ?? NOTHING_OMITTED;
  return {
    ...record,
    requests: requests.filter((request) => request !== middle),
    omitted: {
      ...omitted,
      requests: omitted.requests + 1,
      retries: omitted.retries + (isTriedAgain(middle) ? 1 : 0),
    },
  };
}

/** The row with one more console message of its call. */
export function withMessage(record: TelemetryRecord, message: Said): TelemetryRecord {
  if (!record.call) return record;
  const said = [...record.call.said, message];
  if (said.length <= MAX_ROW_MESSAGES) return { ...record, call: { ...record.call, said } };
  said.splice(MAX_ROW_MESSAGES / 2, 1);
  const omitted = record.omitted ?? NOTHING_OMITTED;
  return {
    ...record,
    call: { ...record.call, said },
    omitted: { ...omitted, messages: omitted.messages + 1 },
  };
}

/** Whether what follows a request is a retry of it. */
function isTriedAgain({ end }: RequestSighting): boolean {
  if (end.status === 'failed') return true;
  return end.status === 'answered' && ['refused', 'body-dropped'].includes(classifyStatus(end.http));
}

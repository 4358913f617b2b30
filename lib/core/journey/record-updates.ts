import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { findChanges, findChangesInTransit } from './changes';
import { classifyStatus } from './classify-status';
import type { Change, ConsoleMessage, ObservedEvent, ObservedRequest, Omitted, TelemetryRecord } from './record';

/** Limit of the requests of a row. Requests in the middle are dropped. */
export const MAX_ROW_REQUESTS = 100;
/** Limit of the console messages of a call. SDKs write one or two. */
export const MAX_ROW_MESSAGES = 50;

const NOTHING_OMITTED: Omitted = { requests: 0, retries: 0, messages: 0 };

export function withRequest(
  record: TelemetryRecord,
  event: Json,
  request: Omit<ObservedRequest, 'copies' | 'carriedEvent'>,
): TelemetryRecord {
  const carriedEvent = jsonEquals(record.event?.json, event) ? null : event;
  const requests = inOrderOfTime(record.requests, { ...request, copies: 1, carriedEvent });
  return {
    ...withBoundedRequests(withoutLoss(record), requests),
    changes: carriedEvent === null ? record.changes : changesWith(record, carriedEvent),
  };
}

/**
 * Adds the event that the page emitted to a record whose event is known only from requests.
 * Requests keep another event that they carried, such as an event that the page's own `fetch` has changed.
 */
export function withEmittedEvent(record: TelemetryRecord, event: ObservedEvent): TelemetryRecord {
  const sent = record.event?.json ?? null;
  const emitted = { ...record, event };
  if (jsonEquals(sent, event.json)) return emitted;
  const requests = record.requests.map((request) => ({ ...request, carriedEvent: request.carriedEvent ?? sent }));
  return { ...emitted, requests, changes: changesWith(emitted, sent) };
}

/** Returns the record of an event that is not lost after all: its request was observed, or its page has returned. */
export function withoutLoss({ lossReason: _, unobserved: __, ...record }: TelemetryRecord): TelemetryRecord {
  return { ...record, lost: false };
}

/** Inserts a request by its start, because DevTools reports requests in the order in which they end. */
function inOrderOfTime(requests: readonly ObservedRequest[], added: ObservedRequest): readonly ObservedRequest[] {
  const index = requests.findLastIndex(({ at }) => at <= added.at) + 1;
  return [...requests.slice(0, index), added, ...requests.slice(index)];
}

/** Finds the changes in a sent event that differs from the emitted event. Pages may change arguments after the call. */
function changesWith(record: TelemetryRecord, carried: Json): readonly Change[] {
  if (!record.call) return findChangesInTransit(record.event?.json ?? null, carried, record.event?.truncations ?? []);
  const leaks = record.changes.filter((change) => change.type === 'added' && change.fromRow !== null);
  return [...findChanges(record.call, carried), ...leaks];
}

export function withExtraCopy(record: TelemetryRecord, requestId: string): TelemetryRecord {
  const requests = record.requests.map((request) =>
    request.id === requestId ? { ...request, copies: request.copies + 1 } : request,
  );
  return { ...record, requests };
}

/**
 * Returns the record with these requests, in order of time.
 * If there are too many, requests in the middle are omitted and counted.
 */
function withBoundedRequests(record: TelemetryRecord, requests: readonly ObservedRequest[]): TelemetryRecord {
  const middle = requests[MAX_ROW_REQUESTS / 2];
  if (requests.length <= MAX_ROW_REQUESTS || middle === undefined) return { ...record, requests };
  const omitted = record.omitted ?? NOTHING_OMITTED;
  return {
    ...record,
    requests: requests.filter((request) => request !== middle),
    omitted: {
      ...omitted,
      requests: omitted.requests + 1,
      retries: omitted.retries + (isRetried(middle) ? 1 : 0),
    },
  };
}

/** Returns the record with one more console message of its call. */
export function withMessage(record: TelemetryRecord, message: ConsoleMessage): TelemetryRecord {
  if (!record.call) return record;
  const messages = [...record.call.consoleMessages, message];
  if (messages.length <= MAX_ROW_MESSAGES) return { ...record, call: { ...record.call, consoleMessages: messages } };
  messages.splice(MAX_ROW_MESSAGES / 2, 1);
  const omitted = record.omitted ?? NOTHING_OMITTED;
  return {
    ...record,
    call: { ...record.call, consoleMessages: messages },
    omitted: { ...omitted, messages: omitted.messages + 1 },
  };
}

/** Whether the next request is a retry of this one. */
function isRetried({ end }: ObservedRequest): boolean {
  if (end.status === 'failed') return true;
  return end.status === 'responded' && ['rejected', 'body-dropped'].includes(classifyStatus(end.httpStatus));
}

import { createRequestMatcher } from '#core/journey/request-matcher';
import { isJsonArray, isJsonObject, type Json, valueAt } from '#core/json/json';
import { findingText } from '#core/report/messages';
import { createCheck, defaultRuleSetNames } from '#core/rules/rule-sets';
import { checkBatch } from '#core/telemetry/batch';
import { toFoundParams } from '#core/telemetry/finding-params';
import type { Finding, Subject, Verdict } from '#core/telemetry/findings';
import { telemetryOfJson } from '#core/telemetry/telemetry-body';
import { fail, type Result, succeed } from '#core/util/result';
import { harEntries, readPostedJson } from './har-entries';
import { readHarRequest } from './har-request';
import { isSession } from './session/session-head';

/** What a JSON text holds: items to check, and remarks on what held them. */
export interface InputContents {
  readonly items: readonly Json[];
  readonly remarks: readonly string[];
}

/**
 * Returns the calls and events in a JSON value.
 * The value is one of them, an array, a batch, a HAR with telemetry requests, or a capture with records.
 */
export function parseInputContents(json: Json): InputContents {
  if (isJsonArray(json)) return join(json.map(itemContents));
  const entries = harEntries(json);
  if (entries) return harContents(entries);
  const records = isSession(json) ? valueAt(json, ['records']) : undefined;
  return isJsonArray(records) ? { items: records.map(recordItem), remarks: [] } : itemContents(json);
}

/** Returns a record's event as it was sent, or its call if there is no event, for export as NDJSON. */
export function recordItem(record: Json): Json {
  const event = valueAt(record, ['event', 'json']);
  if (event !== undefined) return event;
  const [method, args] = [valueAt(record, ['call', 'method']), valueAt(record, ['call', 'args'])];
  return method === undefined || args === undefined ? record : { method, args };
}

/** An event, a call, or the events of a batch. */
export function itemContents(json: Json): InputContents {
  const body = telemetryOfJson(json);
  if (body === null) return { items: [json], remarks: [] };
  const remarks = checkBatch(body).map((finding) => `Batch: ${findingText(finding)}`);
  return { items: body.events, remarks };
}

/** Requests that carry no telemetry are no items: a HAR holds everything that a page asked for. */
function harContents(entries: readonly Json[]): InputContents {
  const contentsOfEntry = createHarReader();
  const found = join(entries.map(contentsOfEntry));
  return found.items.length > 0 ? found : { items: [], remarks: [noTelemetryRemark(entries.length)] };
}

/** Returns the English sentence for a HAR file without telemetry. */
export function noTelemetryRemark(entries: number): string {
  return `None of the ${entries} requests of this HAR file carries telemetry events.`;
}

/**
 * Reads the entries of one HAR file, in their order.
 * Returns what an entry carries; nothing if it repeats another one.
 */
export function createHarReader(): (entry: Json) => InputContents {
  const isContinued = createContinuationCheck();
  let index = 0;
  return (entry) => {
    index += 1;
    const body = readPostedJson(entry);
    return body === null || telemetryOfJson(body) === null || isContinued(entry, index)
      ? { items: [], remarks: [] }
      : itemContents(body);
  };
}

/** Tells the next request of a redirect, and the request of a service worker for its page, from a request of its own. */
function createContinuationCheck(): (entry: Json, index: number) => boolean {
  const requests = createRequestMatcher();
  return (entry, index) => {
    const request = readHarRequest(entry);
    if (request === null) return false;
    const seen = { ...request, id: `${index}`, via: 'unseen', bodyBytes: 0, bodyKey: request.body ?? '' } as const;
    return requests.addFromDevtools(seen).type === 'known';
  };
}

function join(contents: readonly InputContents[]): InputContents {
  return {
    items: contents.flatMap(({ items }) => items),
    remarks: contents.flatMap(({ remarks }) => remarks),
  };
}

/**
 * What an item is: a call `{"method", "args"}` or an event `{"eid", …}`.
 * Fails with what is wrong where it is neither.
 */
export function readSubject(item: Json): Result<Subject, Finding> {
  if (!isJsonObject(item)) return neither([], { reason: 'not-a-call', found: toFoundParams(item, 'object') });
  if (Object.hasOwn(item, 'eid')) return succeed({ type: 'event', json: item });
  const [method, args] = [valueAt(item, ['method']), valueAt(item, ['args'])];
  if (typeof method !== 'string') return neither([], { reason: 'neither-call-nor-event' });
  if (!isJsonArray(args)) return neither(['args'], { reason: 'arguments-not-array' });
  return succeed({ type: 'call', method, args });
}

function neither(path: Finding['path'], params: Finding['params']): Result<never, Finding> {
  return fail({ ruleSet: 'envelope', severity: 'error', code: 'wrong-type', path, params });
}

const checkDefaults = createCheck(defaultRuleSetNames);

/** Validates an item by the rule sets that the panel uses, too. */
export function checkItem(item: Json): Verdict {
  const subject = readSubject(item);
  return subject.ok ? checkDefaults(subject.value) : unknownVerdict(subject.failure);
}

/** The verdict on what is neither a call nor an event. */
export function unknownVerdict(finding: Finding): Verdict {
  return { verdict: 'unknown', kind: null, findings: [finding] };
}

import { createRequestMatcher } from '#core/journey/request-matcher';
import { isJsonArray, isJsonObject, type Json, valueAt } from '#core/json/json';
import { cutDeepParts } from '#core/json/json-depth';
import { tooManyValuesMessage } from '#core/json/json-values';
import type { RequestOrigin } from '#core/report/reported-finding';
import { createCheck, defaultRuleSetNames } from '#core/rules/rule-sets';
import { checkBatch } from '#core/telemetry/body/batch';
import { isTelemetryTooLarge, telemetryOfJson, telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { toFoundParams } from '#core/telemetry/finding-params';
import type { Finding, Subject, Verdict } from '#core/telemetry/findings';
import { type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { findEmbedded } from './embedded-events';
import { harEntries } from './har-entries';
import { readHarRequest } from './har-request';
import { postmanCollectionOf, readPostmanRequests } from './postman-requests';
import { isSession } from './session/session-head';

/** A call or an event, or what stands in its place. */
export interface InputItem {
  readonly json: Json;
  readonly origin?: RequestOrigin;
  /** It is a part of the value that was read, as it stands there: not decoded out of a text, and not cut. */
  readonly isPart?: true;
}

/** What a JSON text holds: items to check, and remarks on what held them. */
export interface InputContents {
  readonly items: readonly InputItem[];
  readonly remarks: readonly MessageText[];
}

/** Nothing at all. */
const NOTHING: InputContents = { items: [], remarks: [] };

/**
 * Returns the calls and events in a JSON value.
 * The value is one of them, a list, a batch, a HAR file, a Postman collection, a capture, or has them in its fields.
 * Anything else is an item itself.
 */
export function parseInputContents(json: Json): InputContents {
  if (isJsonArray(json)) return join(json.map(itemContents));
  return findInFile(json) ?? itemContents(json);
}

/** The same for JSON that stands in a text: `null` where it has no call and no event. */
export function findInputContents(json: Json): InputContents | null {
  const lists = isJsonArray(json) ? json.map(findInItem) : [findInFile(json) ?? findInItem(json)];
  const found = join(lists.filter((contents) => contents !== null));
  return found.items.length === 0 ? null : found;
}

/** What is more than an item: a whole file. */
function findInFile(json: Json): InputContents | null {
  const entries = hasEid(json) ? null : harEntries(json);
  if (entries) return harContents(entries);
  const records = isSession(json) ? valueAt(json, ['records']) : undefined;
  if (isJsonArray(records)) return { items: records.map((record) => ({ json: recordItem(record) })), remarks: [] };
  const collection = postmanCollectionOf(json);
  return collection === null ? null : postmanContents(collection);
}

/** Returns a record's event as it was sent, or its call if there is no event, for export as NDJSON. */
export function recordItem(record: Json): Json {
  const event = valueAt(record, ['event', 'json']);
  if (event !== undefined) return event;
  const [method, args] = [valueAt(record, ['call', 'method']), valueAt(record, ['call', 'args'])];
  return method === undefined || args === undefined ? record : { method, args };
}

/**
 * An event, a call, the events of a batch, or those in the fields of a row.
 * What has none is an item itself.
 */
export function itemContents(json: Json): InputContents {
  return findInItem(json) ?? { items: [{ json }], remarks: [] };
}

function findInItem(json: Json): InputContents | null {
  const isRow = isJsonObject(json) && hasEid(json) && ROW_LACKS.every((name) => !Object.hasOwn(json, name));
  if (!isRow && readSubject(json).ok) return { items: [{ json, isPart: true }], remarks: [] };
  const body = hasEid(json) ? null : telemetryOfJson(json);
  if (body !== null) {
    const remarks = checkBatch(body).map((finding) => message('import.remark.batch', { message: { finding } }));
    return { items: body.events.map((event) => ({ json: event, isPart: true })), remarks };
  }
  const embedded = findEmbedded(json);
  if (embedded.length > 0) return { items: embedded.map((event) => shallowItem(event)), remarks: [] };
  return isRow ? { items: [{ json }], remarks: [] } : null;
}

/** A row of a table may have columns named as fields of an event, beside the event as a text. It has none of these. */
const ROW_LACKS = ['edata', 'context', 'actor'] as const;

function hasEid(json: Json): boolean {
  return isJsonObject(json) && Object.hasOwn(json, 'eid');
}

/** Requests that carry no telemetry are no items: a HAR holds everything that a page asked for. */
function harContents(entries: readonly Json[]): InputContents {
  const contentsOfEntry = createHarReader();
  const found = join(entries.map(contentsOfEntry));
  return found.items.length > 0 || found.remarks.length > 0
    ? found
    : { items: [], remarks: [noTelemetryRemark(entries.length)] };
}

/** Returns what is said of a HAR file without telemetry. */
export function noTelemetryRemark(entries: number): MessageText {
  return message('import.fault.noTelemetry', entries, { n: entries });
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
    const request = readHarRequest(entry);
    if (request === null || request.body === null) return NOTHING;
    const origin = { entry: index, url: request.url };
    if (isTelemetryTooLarge(request.body))
      return { items: [], remarks: [requestRemark(origin, tooManyValuesMessage())] };
    const body = telemetryOfText(request.body);
    if (body === null || isContinued(request, index)) return NOTHING;
    const remarks = checkBatch(body).map((finding) => requestRemark(origin, { finding }));
    return { items: body.events.map((event) => shallowItem(event, origin)), remarks };
  };
}

/** Without what is too deep, as a page could hide events behind it. */
function shallowItem(event: Json, origin?: RequestOrigin): InputItem {
  const { json } = cutDeepParts(event);
  return origin === undefined ? { json } : { json, origin };
}

function requestRemark({ entry, url }: RequestOrigin, text: MessageText): MessageText {
  return message('import.remark.request', { entry, url, message: text });
}

/** Tells the next request of a redirect, and the request of a service worker for its page, from a request of its own. */
function createContinuationCheck(): (
  request: NonNullable<ReturnType<typeof readHarRequest>>,
  index: number,
) => boolean {
  const requests = createRequestMatcher();
  return (request, index) => {
    const seen = { ...request, id: `${index}`, via: 'unseen', bodyBytes: 0, bodyKey: request.body ?? '' } as const;
    return requests.addFromDevtools(seen).type === 'known';
  };
}

function postmanContents(json: Json): InputContents {
  return join(
    readPostmanRequests(json).map(({ url, entry, events, isBroken }) => {
      const origin = { entry, url };
      const remarks = isBroken ? [requestRemark(origin, message('import.remark.bodyNotJson'))] : [];
      return { items: events.map((event) => shallowItem(event, origin)), remarks };
    }),
  );
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

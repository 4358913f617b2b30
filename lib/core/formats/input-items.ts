import { isJsonArray, isJsonObject, type Json, ownValue, valueAt } from '#core/json/json';
import { batchObjectOf, receiptTimeOf } from '#core/rules/receipt-time';
import { defaultRuleSetNames } from '#core/rules/rule-set-names';
import { createCheck } from '#core/rules/rule-sets';
import { checkBatch } from '#core/telemetry/body/batch';
import { readRejectedLine, rejectedBodyFinding } from '#core/telemetry/body/rejected-body';
import { ATTEMPT_FIELDS, telemetryOfJson } from '#core/telemetry/body/telemetry-body';
import { toFoundParams } from '#core/telemetry/finding-params';
import type { Finding, Subject, Verdict } from '#core/telemetry/findings';
import { message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { findEmbeddedEvents } from './embedded-events';
import { type ImportFormat, importFormats } from './import-formats';
import { hasEid, type InputContents, joinContents, toShallowItem } from './input-contents';
import { findCaptureContents } from './read/capture-contents';
import { findHarContents } from './read/har-contents';
import { findPostmanContents } from './read/postman-contents';

/**
 * Returns the calls and events in a JSON value.
 * The value may be a call, an event, a list, a batch, a HAR file, a Postman collection or a capture. Otherwise, its
 * fields are searched. A value without calls and events is returned as an item itself.
 */
export function parseInputContents(json: Json): InputContents {
  if (isJsonArray(json)) return joinContents(json.map(parseItemContents));
  const event = eventOfRow(json);
  if (event !== null) return { items: [{ json: event, isPart: true }], warnings: [] };
  return findInFile(json) ?? parseItemContents(json);
}

/** Returns the calls and events in JSON that was found within a text, or `null` if it has none. */
export function findInputContents(json: Json): InputContents | null {
  const lists = isJsonArray(json) ? json.map(findInItem) : [findInFile(json) ?? findInItem(json)];
  const joined = joinContents(lists.filter((contents) => contents !== null));
  return joined.items.length === 0 ? null : joined;
}

/** Fields of events, calls, batches, rejected bodies, attempts and files, which are read in another way than rows. */
const FIELDS_OF_OTHERS: ReadonlySet<string> = new Set([
  ...['eid', 'method', 'events', 'rejected', ...ATTEMPT_FIELDS],
  ...['log', 'format', 'info', 'requests', 'collection'],
]);

/**
 * Returns the field `event` of an object that is a row of an event, or `null`.
 * The lines of a failed queue are such rows, for which {@link parseInputContents} returns the same in ten times the
 * time.
 */
export function eventOfRow(json: Json | undefined): Json | null {
  if (!isJsonObject(json)) return null;
  const event = ownValue(json, 'event');
  if (!isJsonObject(event)) return null;
  for (const name of Object.keys(json)) if (FIELDS_OF_OTHERS.has(name)) return null;
  return typeof ownValue(event, 'eid') === 'string' && ownValue(event, 'edata') !== undefined ? event : null;
}

/** Readers of files by format. A reader returns `null` for JSON of another format. */
const fileReaders: Readonly<Record<ImportFormat, (json: Json) => InputContents | null>> = {
  har: findHarContents,
  capture: findCaptureContents,
  postman: findPostmanContents,
};

/** Returns the contents of a whole file. */
function findInFile(json: Json): InputContents | null {
  for (const { id } of importFormats) {
    const contents = fileReaders[id](json);
    if (contents !== null) return contents;
  }
  return null;
}

/**
 * Returns the contents of one item.
 * These are an event, a call, the events of a batch, or the events in the fields of a row. Any other value is returned
 * as an item itself.
 */
export function parseItemContents(json: Json): InputContents {
  return findInItem(json) ?? { items: [{ json }], warnings: [] };
}

function findInItem(json: Json): InputContents | null {
  // The text of a rejected body may hold whole events, which were not accepted.
  if (readRejectedLine(json) !== null) return null;
  const isRow = isJsonObject(json) && hasEid(json) && FIELDS_NOT_IN_ROWS.every((name) => !Object.hasOwn(json, name));
  if (!isRow && readSubject(json).ok) return { items: [{ json, isPart: true }], warnings: [] };
  const body = hasEid(json) ? null : telemetryOfJson(json);
  if (body !== null) {
    const warnings = checkBatch(body).map((finding) => message('import.warning.batch', { message: { finding } }));
    const receivedAt = receiptTimeOf(batchObjectOf(json));
    const received = receivedAt === null ? {} : { receivedAt };
    return { items: body.events.map((event) => ({ json: event, isPart: true, ...received })), warnings };
  }
  const embedded = findEmbeddedEvents(json);
  if (embedded.some(isJsonObject)) return { items: embedded.map((event) => toShallowItem(event)), warnings: [] };
  return isRow ? { items: [{ json }], warnings: [] } : null;
}

/** Fields that a table row lacks, even if its other columns are named like fields of an event. */
const FIELDS_NOT_IN_ROWS = ['edata', 'context', 'actor'] as const;

/**
 * Parses an item as a call `{"method", "args"}` or an event `{"eid", …}`.
 * Fails with a finding if it is neither.
 */
export function readSubject(item: Json): Result<Subject, Finding> {
  if (!isJsonObject(item)) return failWithFinding([], { reason: 'not-a-call', found: toFoundParams(item, 'object') });
  const rejected = readRejectedLine(item);
  if (rejected !== null) return fail(rejectedBodyFinding(rejected.rejected));
  if (Object.hasOwn(item, 'eid')) return succeed({ type: 'event', json: item });
  const [method, args] = [valueAt(item, ['method']), valueAt(item, ['args'])];
  if (typeof method !== 'string') return failWithFinding([], { reason: 'neither-call-nor-event' });
  if (!isJsonArray(args)) return failWithFinding(['args'], { reason: 'arguments-not-array' });
  return succeed({ type: 'call', method, args });
}

function failWithFinding(path: Finding['path'], params: Finding['params']): Result<never, Finding> {
  return fail({ ruleSet: 'envelope', severity: 'error', code: 'wrong-type', path, params });
}

const checkDefaults = createCheck(defaultRuleSetNames);

/** Validates an item by the default rule sets of the panel. */
export function checkItem(item: Json): Verdict {
  const subject = readSubject(item);
  return subject.ok ? checkDefaults(subject.value) : unknownVerdict(subject.failure);
}

/** Creates the verdict on an item that is neither a call nor an event. */
export function unknownVerdict(finding: Finding): Verdict {
  return { verdict: 'unknown', kind: null, findings: [finding] };
}

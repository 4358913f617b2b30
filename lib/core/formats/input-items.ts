import { isJsonArray, isJsonObject, type Json, valueAt } from '#core/json/json';
import { defaultRuleSetNames } from '#core/rules/rule-set-names';
import { createCheck } from '#core/rules/rule-sets';
import { checkBatch } from '#core/telemetry/body/batch';
import { readRefusedLine, refusedBodyFinding } from '#core/telemetry/body/refused-body';
import { telemetryOfJson } from '#core/telemetry/body/telemetry-body';
import { toFoundParams } from '#core/telemetry/finding-params';
import type { Finding, Subject, Verdict } from '#core/telemetry/findings';
import { message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { findEmbedded } from './embedded-events';
import { type ImportFormat, importFormats } from './import-formats';
import { hasEid, type InputContents, joinContents, shallowItem } from './input-contents';
import { findCaptureContents } from './read/capture-contents';
import { findHarContents } from './read/har-contents';
import { findPostmanContents } from './read/postman-contents';

/**
 * Returns the calls and events in a JSON value.
 * The value is one of them, a list, a batch, a HAR file, a Postman collection, a capture, or has them in its fields.
 * Anything else is an item itself.
 */
export function parseInputContents(json: Json): InputContents {
  if (isJsonArray(json)) return joinContents(json.map(itemContents));
  return findInFile(json) ?? itemContents(json);
}

/** The same for JSON within a text: `null` if it has no call and no event. */
export function findInputContents(json: Json): InputContents | null {
  const lists = isJsonArray(json) ? json.map(findInItem) : [findInFile(json) ?? findInItem(json)];
  const found = joinContents(lists.filter((contents) => contents !== null));
  return found.items.length === 0 ? null : found;
}

/** Return what a kind of file holds, or `null` if the JSON is another kind. */
const finders: Readonly<Record<ImportFormat, (json: Json) => InputContents | null>> = {
  har: findHarContents,
  capture: findCaptureContents,
  postman: findPostmanContents,
};

/** Returns the contents of a whole file. */
function findInFile(json: Json): InputContents | null {
  for (const { id } of importFormats) {
    const contents = finders[id](json);
    if (contents !== null) return contents;
  }
  return null;
}

/**
 * An event, a call, the events of a batch, or those in the fields of a row.
 * What has none is an item itself.
 */
export function itemContents(json: Json): InputContents {
  return findInItem(json) ?? { items: [{ json }], remarks: [] };
}

function findInItem(json: Json): InputContents | null {
  // The text of a refused body may hold whole events, which were not accepted.
  if (readRefusedLine(json) !== null) return null;
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

/**
 * Parses an item as a call `{"method", "args"}` or an event `{"eid", …}`.
 * Fails with a finding if it is neither.
 */
export function readSubject(item: Json): Result<Subject, Finding> {
  if (!isJsonObject(item)) return neither([], { reason: 'not-a-call', found: toFoundParams(item, 'object') });
  const refused = readRefusedLine(item);
  if (refused !== null) return fail(refusedBodyFinding(refused.refused));
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

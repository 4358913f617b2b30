import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { formatPath, isJsonArray, isJsonObject, type Json, type JsonPath, parseJson, valueAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { compiledOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import { type Field, findField } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import { kindOfEid } from '#core/telemetry/kinds';
import { pathInArguments, pathInEvent, readWireArguments } from '#core/telemetry/wire-format';
import { findIgnoringCase } from '#core/telemetry/wording';
import type { PanelRules } from './draft-rules';
import { capturedParts, findingPath, type ObservedParts } from './finding-path';

/**
 * An edit of a captured event that would fix a finding.
 * Its path begins with `call` or `event`. A `likely` fix can be applied.
 * A `possible` fix is a hint, because it may lose information.
 */
export type Fix = {
  readonly path: JsonPath;
  readonly certainty: 'likely' | 'possible';
} & (
  | { readonly type: 'set'; readonly value: Json }
  | { readonly type: 'rename'; readonly name: string; readonly value: Json }
  | { readonly type: 'remove' }
);

type FixRules = Pick<PanelRules, 'argumentNames' | 'fieldsOf'>;

/** A captured event or a draft that may be fixed. A draft has no row, and no page before the first event. */
export type FixSubject = ObservedParts & Partial<EventOfPage> & Pick<TelemetryRecord, 'kind'>;

/** The input of a fix: the captured parts, the finding's path, and its sibling fields. */
interface FixCase {
  readonly record: FixSubject;
  readonly finding: Finding;
  readonly parts: Json;
  readonly path: JsonPath;
  readonly name: string | number;
  readonly foundValue: Json | undefined;
  readonly field: Field | null;
  readonly siblings: readonly Field[];
}

/**
 * Suggests a fix for a finding, or returns `null`.
 * Never suggests a value only because it is valid. `peers` are the other events of the capture.
 */
export function suggestFix(
  record: FixSubject,
  finding: Finding,
  rules: FixRules,
  peers: readonly TelemetryRecord[] = [],
): Fix | null {
  const fixCase = createFixCase(record, finding, rules);
  if (fixCase === null) return null;
  const { path, foundValue } = fixCase;
  switch (finding.code) {
    case 'extra-argument':
      return { type: 'remove', path, certainty: 'possible' };
    case 'secret':
      return { type: 'remove', path, certainty: isCertainSecret(fixCase) ? 'likely' : 'possible' };
    case 'unknown-field':
      return fixUnknownField(fixCase);
    case 'missing':
      return fixMissing(fixCase, peers);
    case 'not-in-list':
      return typeof foundValue === 'string' ? fixUnlisted(fixCase, foundValue) : null;
    case 'wrong-type':
      return fixWrongType(fixCase);
    case 'out-of-range':
      return fixRange(fixCase);
    default:
      return null;
  }
}

/** Formats a fixed field as JSON, with its key unless it is a list item. Empty for a removal. */
export function formatFix(fix: Fix): string {
  if (fix.type === 'remove') return '';
  const key = fix.type === 'rename' ? fix.name : (fix.path.at(-1) ?? '');
  const text = JSON.stringify(fix.value);
  return typeof key === 'number' ? text : `${JSON.stringify(key)}: ${text}`;
}

function createFixCase(record: FixSubject, finding: Finding, rules: FixRules): FixCase | null {
  const name = finding.path.at(-1);
  const isEid = finding.ruleSet === 'envelope' && name === 'eid';
  if (name === undefined || (record.kind === null && !isEid)) return null;
  const path = findingPath(record, finding, rules.argumentNames);
  const parts = capturedParts(record, rules.argumentNames);
  const [fields, fieldPath] = findCheckedFields(record, finding, path, rules);
  const siblings = fieldPath.length === 1 ? fields : (findField(fields, fieldPath.slice(0, -1))?.children ?? []);
  return {
    record,
    finding,
    parts,
    path,
    name,
    foundValue: valueAt(parts, path),
    field: findField(fields, fieldPath),
    siblings,
  };
}

/** Returns the fields that a finding's rule set checks, and the finding's path among them. */
function findCheckedFields(
  record: FixSubject,
  { ruleSet, path: pathInRuleSet }: Finding,
  path: JsonPath,
  { fieldsOf }: FixRules,
): readonly [readonly Field[], JsonPath] {
  if (ruleSet === 'envelope') return [envelopeFields(), pathInRuleSet];
  if (record.kind === null || ruleSet !== 'definition') return [[], pathInRuleSet];
  return [fieldsOf(record.kind), argumentPath(record, path)];
}

function fixUnknownField({ path, name, foundValue, parts, siblings }: FixCase): Fix {
  const names = siblings.map((field) => field.name);
  const near = typeof name === 'string' ? findNearValue(name, names) : null;
  const isFree = near !== null && valueAt(parts, [...path.slice(0, -1), near]) === undefined;
  // A null field counts as missing, so a rename would not fix it.
  const value = foundValue ?? null;
  if (!isFree || value === null) return { type: 'remove', path, certainty: 'possible' };
  return { type: 'rename', path, name: near, value, certainty: 'likely' };
}

/** Renames a similar field, replaces null by an empty list, or takes the value of the page's other events. */
function fixMissing(fixCase: FixCase, peers: readonly TelemetryRecord[]): Fix | null {
  const { record, finding, path, name, foundValue, field, parts, siblings } = fixCase;
  if (finding.severity !== 'error' || typeof name !== 'string') return null;
  const holder = valueAt(parts, path.slice(0, -1));
  const siblingNames = siblings.map((each) => each.name);
  const similar = isJsonObject(holder)
    ? Object.keys(holder).filter((key) => !siblingNames.includes(key) && findNearValue(key, siblingNames) === name)
    : [];
  const [key] = similar;
  const value = isJsonObject(holder) && key !== undefined ? (holder[key] ?? null) : null;
  if (similar.length === 1 && key !== undefined && value !== null && foundValue === undefined)
    return { type: 'rename', path: [...path.slice(0, -1), key], name, value, certainty: 'likely' };
  if (foundValue === null && field?.type === 'array') return { type: 'set', path, value: [], certainty: 'likely' };
  const knownValue = findKnownValue(record, eventPath(record, path), peers);
  return knownValue === undefined ? null : { type: 'set', path, value: knownValue, certainty: 'likely' };
}

function fixUnlisted({ finding, path, record, field }: FixCase, foundValue: string): Fix | null {
  const value = findNearValue(foundValue, finding.params.allowed ?? field?.allowedValues ?? []);
  const isOfKind = record.kind !== null || (value !== null && kindOfEid(value) !== null);
  return value === null || !isOfKind ? null : { type: 'set', path, value, certainty: 'likely' };
}

function fixWrongType({ path, foundValue, field }: FixCase): Fix | null {
  const value =
    foundValue === undefined || foundValue === null || field === null ? undefined : convertValue(foundValue, field);
  return value === undefined ? null : { type: 'set', path, value, certainty: 'likely' };
}

/** Suggests the nearest bound. The bound is valid, but may not be the intended value. */
function fixRange({ path, foundValue, field }: FixCase): Fix | null {
  if (typeof foundValue !== 'number' || field === null) return null;
  return { type: 'set', path, value: nearestInRange(foundValue, field), certainty: 'possible' };
}

function nearestInRange(foundValue: number, { minimum, maximum, recommendedMinimum }: Field): number {
  const atLeast = Math.max(foundValue, minimum ?? recommendedMinimum ?? foundValue);
  return Math.min(atLeast, maximum ?? atLeast);
}

/** Whether a secret can be removed. Removing a list item would change the indexes of later ones. */
function isCertainSecret({ finding, name }: FixCase): boolean {
  return finding.severity === 'error' && typeof name === 'string';
}

/** Returns a path by argument names, as in definitions, even if only the event was observed. */
function argumentPath({ kind, event }: FixSubject, [part, ...path]: JsonPath): JsonPath {
  if (part === 'call' || kind === null || !isJsonObject(event?.json)) return path;
  return pathInArguments(path, readWireArguments(compiledOf(kind).mappings, event.json).mappings) ?? path;
}

/** Returns a path in the event, even for a finding about the call. */
function eventPath(record: FixSubject, [part, ...path]: JsonPath): JsonPath {
  if (part !== 'call' || record.kind === null) return path;
  const json = record.event?.json;
  const { mappings } = compiledOf(record.kind);
  return pathInEvent(path, isJsonObject(json) ? readWireArguments(mappings, json).mappings : mappings);
}

/** Converts a value to the type of its field. Returns undefined if information would be lost or invented. */
function convertValue(foundValue: Json, field: Field): Json | undefined {
  const { type, allowedValues } = field;
  if (type === 'string' && typeof foundValue !== 'object') return onlyIfAllowed(String(foundValue), allowedValues);
  if (type === 'number' || type === 'integer') return toNumber(foundValue, field);
  if (type === 'boolean' && (foundValue === 'true' || foundValue === 'false')) return foundValue === 'true';
  const parsed = typeof foundValue === 'string' ? parseJson(foundValue) : undefined;
  if (type === 'object') return isJsonObject(parsed) ? parsed : undefined;
  return type === 'array' ? toList(foundValue, parsed, field) : undefined;
}

function onlyIfAllowed(text: string, allowedValues: readonly string[] | null): string | undefined {
  return allowedValues === null || allowedValues.includes(text) ? text : undefined;
}

/** Returns the list in a JSON text, or a list of a single item. `parsed` is the parsed text. */
function toList(foundValue: Json, parsed: Json | undefined, { item }: Field): Json | undefined {
  if (isJsonArray(parsed)) return parsed;
  const isItem = foundValue !== null && item !== null && (item.type === 'any' || item.type === typeof foundValue);
  return isItem && !isJsonArray(foundValue) ? [foundValue] : undefined;
}

/** Converts text to a number. Dates with a time zone are converted for fields that are times. */
function toNumber(foundValue: Json, { name, type, epoch }: Field): number | undefined {
  if (typeof foundValue !== 'string') return undefined;
  const text = foundValue.trim();
  const value = (epoch || name === 'ets') && ISO_TIME.test(text) ? Date.parse(text) : toDecimal(text);
  return Number.isNaN(value) || (type === 'integer' && !Number.isInteger(value)) ? undefined : value;
}

function toDecimal(text: string): number {
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** The fields of a record that identify its page, and its row. */
type EventOfPage = Pick<TelemetryRecord, 'row' | 'documentKey' | 'frame'>;

/** Fields about the user and the context, which have the same value in all events of a page. */
const FIELDS_OF_PAGE: ReadonlySet<string> = new Set([
  'edata.pageid',
  'actor',
  'actor.id',
  'actor.type',
  'context.channel',
  'context.env',
  'context.pdata',
  'context.pdata.id',
  'ver',
]);

/** Maximum number of the page's newest events that are compared. */
const MAX_PEERS = 200;

/**
 * Finds the value at a path in the other events of a record's page.
 * Returns undefined if they have no value or several values, and for fields that differ in each event.
 */
function findKnownValue(subject: FixSubject, path: JsonPath, peers: readonly TelemetryRecord[]): Json | undefined {
  if (!FIELDS_OF_PAGE.has(formatPath(path))) return undefined;
  let sharedValue: Json | undefined;
  let peerCount = 0;
  for (let index = peers.length - 1; index >= 0 && peerCount < MAX_PEERS; index -= 1) {
    const peer = peers[index];
    if (!peer || !isOfPage(peer, subject)) continue;
    peerCount += 1;
    const value = valueAt(eventJson(peer), path);
    if (value === undefined || value === null || value === '') continue;
    if (sharedValue !== undefined && !jsonEquals(sharedValue, value)) return undefined;
    sharedValue = value;
  }
  return sharedValue;
}

/** Whether an event comes from the same page. Excludes events that the panel fired. */
function isOfPage(peer: TelemetryRecord, { row, documentKey, frame }: FixSubject): boolean {
  return (
    peer.row !== row &&
    peer.firedBy.type === 'page' &&
    peer.documentKey === documentKey &&
    peer.frame.frameId === frame?.frameId &&
    peer.frame.url === frame.url
  );
}

/** Minimum length of similar words. Shorter words are one edit away from too many others. */
const MIN_SIMILAR_LENGTH = 4;

/** Frequent wrong values with the value of the definition that has the same meaning. */
const SYNONYMS: Readonly<Record<string, string>> = { CLICK: 'TOUCH', TAP: 'TOUCH', PRESS: 'TOUCH' };

/** Finds the only entry that differs in case, is one edit away, or is a synonym; `null` for no or several entries. */
function findNearValue(text: string, list: readonly string[]): string | null {
  const same = findIgnoringCase(text, list);
  if (same !== null) return same;
  const similar = list.filter((entry) => isOneEditAway(text.toUpperCase(), entry.toUpperCase()));
  if (similar.length === 1) return similar[0] ?? null;
  const synonym = Object.hasOwn(SYNONYMS, text.toUpperCase()) ? SYNONYMS[text.toUpperCase()] : undefined;
  return synonym !== undefined && list.includes(synonym) ? synonym : null;
}

/**
 * Whether two texts differ by one insertion, deletion, replacement or swap of adjacent letters.
 * Returns false for short texts, of which any two would be similar.
 */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_SIMILAR_LENGTH || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restOf = (text: string, skipped: number) => text.slice(start + skipped);
  if (a.length !== b.length) {
    return a.length > b.length ? restOf(a, 1) === restOf(b, 0) : restOf(a, 0) === restOf(b, 1);
  }
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start] && restOf(a, 2) === restOf(b, 2);
  return restOf(a, 1) === restOf(b, 1) || isSwapped;
}

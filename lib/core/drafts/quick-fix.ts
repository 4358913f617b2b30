import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { formatPath, isJsonArray, isJsonObject, type Json, type JsonPath, parseJson, valueAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { compiledOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import { type Field, findField } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import { kindOfEid } from '#core/telemetry/kinds';
import { argumentsOnWire, pathInArguments, pathInEvent } from '#core/telemetry/wire-format';
import { equalsIgnoreCase } from '#core/telemetry/wording';
import type { PanelRules } from './draft-rules';
import { capturedParts, findingPath, type SeenParts } from './finding-path';

/**
 * An edit of a captured event that would fix a finding.
 * Its path begins with `call` or `event`. A `likely` fix can be applied. A `possible` one is a hint, because it may
 * lose information.
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
export type FixSubject = SeenParts & Partial<EventOfPage> & Pick<TelemetryRecord, 'kind'>;

/** The input of a fix: the captured parts, the finding's path, and its sibling fields. */
interface FixCase {
  readonly record: FixSubject;
  readonly finding: Finding;
  readonly parts: Json;
  readonly path: JsonPath;
  readonly name: string | number;
  readonly found: Json | undefined;
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
  const fixCase = caseOf(record, finding, rules);
  if (fixCase === null) return null;
  const { path, found } = fixCase;
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
      return typeof found === 'string' ? fixUnlisted(fixCase, found) : null;
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

function caseOf(record: FixSubject, finding: Finding, rules: FixRules): FixCase | null {
  const name = finding.path.at(-1);
  const isEid = finding.ruleSet === 'envelope' && name === 'eid';
  if (name === undefined || (record.kind === null && !isEid)) return null;
  const path = findingPath(record, finding, rules.argumentNames);
  const parts = capturedParts(record, rules.argumentNames);
  const [fields, at] = fieldsFor(record, finding, path, rules);
  const siblings = at.length === 1 ? fields : (findField(fields, at.slice(0, -1))?.children ?? []);
  return { record, finding, parts, path, name, found: valueAt(parts, path), field: findField(fields, at), siblings };
}

/** Returns the fields that a finding's rule set checks, and the finding's path among them. */
function fieldsFor(
  record: FixSubject,
  { ruleSet, path: found }: Finding,
  path: JsonPath,
  { fieldsOf }: FixRules,
): readonly [readonly Field[], JsonPath] {
  if (ruleSet === 'envelope') return [envelopeFields(), found];
  if (record.kind === null || ruleSet !== 'definition') return [[], found];
  return [fieldsOf(record.kind), argumentPath(record, path)];
}

function fixUnknownField({ path, name, found, parts, siblings }: FixCase): Fix {
  const names = siblings.map((field) => field.name);
  const near = typeof name === 'string' ? findNearValue(name, names) : null;
  const isFree = near !== null && valueAt(parts, [...path.slice(0, -1), near]) === undefined;
  if (!isFree || found === undefined) return { type: 'remove', path, certainty: 'possible' };
  return { type: 'rename', path, name: near, value: found, certainty: 'likely' };
}

/** Fixes a missing field by one with a similar name, an empty list for null, or a value of the page's other events. */
function fixMissing(fixCase: FixCase, peers: readonly TelemetryRecord[]): Fix | null {
  const { record, finding, path, name, found, field, parts, siblings } = fixCase;
  if (finding.severity !== 'error' || typeof name !== 'string') return null;
  const holder = valueAt(parts, path.slice(0, -1));
  const listed = siblings.map((each) => each.name);
  const similar = isJsonObject(holder)
    ? Object.keys(holder).filter((key) => !listed.includes(key) && findNearValue(key, listed) === name)
    : [];
  const [key] = similar;
  const value = isJsonObject(holder) && key !== undefined ? holder[key] : undefined;
  if (similar.length === 1 && key !== undefined && value !== undefined && found === undefined)
    return { type: 'rename', path: [...path.slice(0, -1), key], name, value, certainty: 'likely' };
  if (found === null && field?.type === 'array') return { type: 'set', path, value: [], certainty: 'likely' };
  const knownValue = findKnownValue(record, eventPath(record, path), peers);
  return knownValue === undefined ? null : { type: 'set', path, value: knownValue, certainty: 'likely' };
}

function fixUnlisted({ finding, path, record, field }: FixCase, found: string): Fix | null {
  const value = findNearValue(found, finding.params.allowed ?? field?.allowedValues ?? []);
  const isOfKind = record.kind !== null || (value !== null && kindOfEid(value) !== null);
  return value === null || !isOfKind ? null : { type: 'set', path, value, certainty: 'likely' };
}

function fixWrongType({ path, found, field }: FixCase): Fix | null {
  const value = found === undefined || found === null || field === null ? undefined : convertValue(found, field);
  return value === undefined ? null : { type: 'set', path, value, certainty: 'likely' };
}

/** Suggests the nearest bound. It is valid, but may not be the intended value. */
function fixRange({ path, found, field }: FixCase): Fix | null {
  if (typeof found !== 'number' || field === null) return null;
  return { type: 'set', path, value: nearestInRange(found, field), certainty: 'possible' };
}

function nearestInRange(found: number, { minimum, maximum, recommendedMinimum }: Field): number {
  const atLeast = Math.max(found, minimum ?? recommendedMinimum ?? found);
  return Math.min(atLeast, maximum ?? atLeast);
}

/** Whether a secret can be removed. Removing a list item would change the indexes of later ones. */
function isCertainSecret({ finding, name }: FixCase): boolean {
  return finding.severity === 'error' && typeof name === 'string';
}

/** Returns a path by argument names, as in definitions, even if only the event was observed. */
function argumentPath({ kind, event }: FixSubject, [part, ...path]: JsonPath): JsonPath {
  if (part === 'call' || kind === null || !isJsonObject(event?.json)) return path;
  return pathInArguments(path, argumentsOnWire(compiledOf(kind).mappings, event.json).mappings) ?? path;
}

/** Returns a path in the event, even for a finding about the call. */
function eventPath(record: FixSubject, [part, ...path]: JsonPath): JsonPath {
  if (part !== 'call' || record.kind === null) return path;
  const json = record.event?.json;
  const { mappings } = compiledOf(record.kind);
  return pathInEvent(path, isJsonObject(json) ? argumentsOnWire(mappings, json).mappings : mappings);
}

/** Converts a value to the type of its field. Returns undefined if information would be lost or invented. */
function convertValue(found: Json, field: Field): Json | undefined {
  const { type, allowedValues } = field;
  if (type === 'string' && typeof found !== 'object') return inList(String(found), allowedValues);
  if (type === 'number' || type === 'integer') return toNumber(found, field);
  if (type === 'boolean' && (found === 'true' || found === 'false')) return found === 'true';
  const read = typeof found === 'string' ? parseJson(found) : undefined;
  if (type === 'object') return isJsonObject(read) ? read : undefined;
  return type === 'array' ? toList(found, read, field) : undefined;
}

function inList(text: string, allowedValues: readonly string[] | null): string | undefined {
  return allowedValues === null || allowedValues.includes(text) ? text : undefined;
}

/** Converts JSON text with a list, or a single item, to a list. */
function toList(found: Json, read: Json | undefined, { item }: Field): Json | undefined {
  if (isJsonArray(read)) return read;
  const isItem = found !== null && item !== null && (item.type === 'any' || item.type === typeof found);
  return isItem && !isJsonArray(found) ? [found] : undefined;
}

/** Converts text to a number. Dates with a time zone are converted for fields that are times. */
function toNumber(found: Json, { name, type, epoch }: Field): number | undefined {
  if (typeof found !== 'string') return undefined;
  const text = found.trim();
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
 * Returns undefined if they have no value or several ones, and for fields that differ in each event.
 */
function findKnownValue(subject: FixSubject, path: JsonPath, peers: readonly TelemetryRecord[]): Json | undefined {
  if (!FIELDS_OF_PAGE.has(formatPath(path))) return undefined;
  let sharedValue: Json | undefined;
  let seen = 0;
  for (let index = peers.length - 1; index >= 0 && seen < MAX_PEERS; index -= 1) {
    const peer = peers[index];
    if (!peer || !isOfPage(peer, subject)) continue;
    seen += 1;
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

/** Minimum length of similar words: shorter ones are one edit away from too many others. */
const MIN_SIMILAR_LENGTH = 4;

/** Frequent wrong values with the value of the definition that has the same meaning. */
const SYNONYMS: Readonly<Record<string, string>> = { CLICK: 'TOUCH', TAP: 'TOUCH', PRESS: 'TOUCH' };

/** Finds an entry that differs in case only, is one edit away, or is a synonym. Returns `null` for none or several. */
function findNearValue(text: string, list: readonly string[]): string | null {
  const same = equalsIgnoreCase(text, list);
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

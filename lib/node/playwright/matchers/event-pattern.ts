import { journeyState } from '#core/journey/journey-state';
import { eventJson, kindLabel } from '#core/journey/record';
import { formatPath, isJsonArray, isJsonObject, type Json, type JsonPath, ownValue } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { compileQuery } from '#core/query/compile-query';
import { parseFilterText } from '#core/query/filter-text';
import { valuesAt } from '#core/query/path-reader';
import type { Term } from '#core/query/query';
import { findUnlistedFields, type UnlistedField } from '#core/query/unlisted-fields';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type EventKind, eventKinds, isEventKind, kindOfEid } from '#core/telemetry/kinds';
import { truncate } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import { didYouMean } from '#node/did-you-mean';
import { queryProblemText } from '#node/filter-problem';

/** An expected event: its fields, or a filter of the panel, such as `kind:interact pageid:home`. */
export type EventPattern = PartialEvent | string;

/** A compiled {@link EventPattern}. */
export interface CompiledEvent {
  /** The name of the expected event in failure messages. */
  readonly label: string;
  /**
   * Whether the pattern applies to a record.
   * Filters also apply to calls without an event, because `state:dropped` matches them.
   */
  readonly covers: (record: JudgedRecord) => boolean;
  /** Returns the fields that differ. Empty if the record matches. */
  readonly mismatches: (record: JudgedRecord) => readonly FieldMismatch[];
}

/** Whether a record has an event. Otherwise it is a call that has emitted none. */
export function hasEvent(record: JudgedRecord): boolean {
  return record.event !== null;
}

/** Whether a record matches the expected event. */
export function matchesEvent(expected: CompiledEvent, record: JudgedRecord): boolean {
  return expected.covers(record) && expected.mismatches(record).length === 0;
}

/**
 * Compiles an expected event.
 * Fails with a sentence if the filter is invalid, or if no event has such a field.
 */
export function compileEventPattern(pattern: EventPattern): Result<CompiledEvent, string> {
  if (typeof pattern !== 'string') {
    const problem = findPatternProblem(pattern);
    if (problem !== null) return fail(problem);
    return succeed({
      label: formatExpected(pattern),
      covers: hasEvent,
      mismatches: (record) => findFieldMismatches(pattern, record),
    });
  }
  const query = parseFilterText(pattern);
  if (!query.ok) return fail(queryProblemText(query.failure));
  const terms = query.value.map((term) => ({ term, matches: compileQuery([term]) }));
  return succeed({
    label: formatExpected(pattern),
    covers: () => true,
    mismatches: (record) =>
      terms
        .filter(({ matches }) => !matches(record))
        .map(({ term }) => ({ path: term.key ?? 'text', expected: term.text, received: receivedOf(term, record) })),
  });
}

/** Returns the record's value for a term of a filter. */
function receivedOf({ key }: Term, record: JudgedRecord): string {
  if (key === null) return 'other text';
  if (key === 'kind') return record.kind ?? record.name;
  if (key === 'is' || key === 'state') return [record.verdict, journeyState(record)].join(', ');
  if (key === 'page') return record.frame.url;
  if (key === 'rule') return record.findings.map(({ code }) => code).join(', ') || 'no finding';
  const values = valuesAt(key)(record);
  return values.length === 0 ? 'absent' : values.map(formatExpected).join(', ');
}

const eids = eventKinds.map((kind) => kind.toUpperCase());
const CUSTOM_EVENT_HINT = 'For an event beyond the V3 kinds, use a regular expression or a filter.';
/**
 * Minimum length for a typo in objects with custom fields.
 * Shorter names are similar by chance, such as `uid` and `did`.
 */
const MIN_MISTYPED_CHARS = 4;

/**
 * Returns why an expected event cannot match: it has an unknown `eid`, `kind` or field.
 * Returns `null` if it can match. Types check the same, but tests may be written in JavaScript.
 */
function findPatternProblem(pattern: PartialEvent): string | null {
  if (!isPlainObject(pattern)) return 'The expected event must be an object or a filter.';
  const unusable = findUnusableValue(pattern, []);
  if (unusable !== null) return unusable;
  const { eid, kind, ...fields }: { readonly eid?: unknown; readonly kind?: unknown } = pattern;
  if (kind !== undefined && !(typeof kind === 'string' && isEventKind(kind))) {
    return `Unknown kind ${quote(kind)}.${didYouMean(String(kind), eventKinds)} ${CUSTOM_EVENT_HINT}`;
  }
  if (typeof eid !== 'string') return eid === undefined ? problemOf(fields, kind ?? null) : null;
  const ofEid = kindOfEid(eid);
  if (ofEid === null) return `Unknown eid ${quote(eid)}.${didYouMean(eid, eids)} ${CUSTOM_EVENT_HINT}`;
  if (kind !== undefined && kind !== ofEid)
    return `An event with the eid ${quote(eid)} is not of the kind ${quote(kind)}.`;
  return problemOf(fields, ofEid);
}

/** The values that an event can be compared with, by their tags in `Object.prototype.toString`. */
const USABLE_TAGS: ReadonlySet<string> = new Set(['Array', 'Boolean', 'Null', 'Number', 'String', 'Undefined']);

/** Returns a sentence about the first value that no event can have, such as a promise that was not awaited. */
function findUnusableValue(value: unknown, path: JsonPath): string | null {
  if (isAsymmetricMatcher(value) || value instanceof RegExp) return null;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (tag !== 'Object' && !USABLE_TAGS.has(tag)) {
    const shownPath = path.length === 0 ? 'The expected event' : formatPath(path);
    return `${shownPath} is of the type ${tag}. Use JSON, a regular expression or an asymmetric matcher.`;
  }
  for (const [key, inner] of isPlainObject(value) || Array.isArray(value) ? Object.entries(value) : []) {
    const found = findUnusableValue(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found !== null) return found;
  }
  return null;
}

function problemOf(fields: Readonly<Record<string, unknown>>, kind: EventKind | null): string | null {
  const mistyped = findUnlistedFields(fields, kind).find(isMistyped);
  if (mistyped === undefined) return null;
  const { path, nearest, listed } = mistyped;
  const hint = nearest === null ? `Fields here: ${listed.join(', ')}.` : `Did you mean ${nearest}?`;
  const name = path.at(-1) ?? '';
  const customFieldHint =
    path.length > 1 ? ` For a field of your own, use expect.objectContaining({ ${name}: … }).` : '';
  const where = kind === null ? 'an event' : `the event ${kind.toUpperCase()}`;
  return `Unknown field ${path.join('.')} of ${where}. ${hint}${customFieldHint}`;
}

function isMistyped({ path, nearest, isOpen }: UnlistedField): boolean {
  return !isOpen || (nearest !== null && (path.at(-1) ?? '').length >= MIN_MISTYPED_CHARS);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/**
 * Fields that an event must have.
 * It may have other fields, too. A value is JSON, an asymmetric matcher such as `expect.any(String)`, a regular
 * expression for a string, or `undefined` for a field that must be absent. Objects are compared field by field at any
 * depth. Arrays must have the same number of items.
 *
 * `eid` or `kind` determines the fields of `edata`. To match an `eid` other than those of V3, use a regular expression.
 * To match custom fields in an event of a V3 kind, use `edata: expect.objectContaining({ … })`.
 */
type PartialEvent =
  | { readonly [Kind in EventKind]: EventOfKind<Kind> }[EventKind]
  | (EnvelopePattern & { readonly eid?: undefined; readonly kind?: undefined; readonly edata?: AnyEdataPattern })
  | (EnvelopePattern & {
      readonly eid: RegExp;
      readonly kind?: undefined;
      readonly edata?: unknown;
    });

type EventOfKind<Kind extends EventKind> =
  | (EnvelopePattern & {
      readonly eid: Uppercase<Kind>;
      readonly kind?: Kind;
      readonly edata?: EdataPattern<Kind>;
    })
  /** The kind in lower case, such as `interact`; equivalent to `eid: 'INTERACT'`. */
  | (EnvelopePattern & {
      readonly kind: Kind;
      readonly eid?: undefined;
      readonly edata?: EdataPattern<Kind>;
    });

type EdataPattern<Kind extends EventKind> = (typeof edataFieldNames)[Kind] extends readonly []
  ? object
  : { readonly [Field in (typeof edataFieldNames)[Kind][number]]?: unknown };

/** The `edata` fields of all kinds together. */
type AnyEdataPattern = { readonly [Field in (typeof edataFieldNames)[EventKind][number]]?: unknown };

interface EnvelopePattern {
  readonly ets?: unknown;
  readonly ver?: unknown;
  readonly mid?: unknown;
  readonly actor?: unknown;
  readonly context?: unknown;
  readonly object?: unknown;
  readonly tags?: unknown;
}

/** A field that differs. Both values are formatted in one line. */
interface FieldMismatch {
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** Lists the fields of an event that differ from the expectation, in the order of the expectation. */
function findFieldMismatches(partial: PartialEvent, record: JudgedRecord): readonly FieldMismatch[] {
  const { kind, ...fields } = partial;
  const ofKind =
    kind === undefined || record.kind === kind
      ? []
      : [{ path: 'kind', expected: formatExpected(kind), received: formatExpected(kindLabel(record).toLowerCase()) }];
  const json = eventJson(record);
  if (json === undefined) return [...ofKind, { path: 'event', expected: 'emitted', received: 'none' }];
  return [...ofKind, ...mismatchesAt(fields, json, [])];
}

function mismatchesAt(expected: unknown, received: Json | undefined, path: JsonPath): readonly FieldMismatch[] {
  if (isPlainObject(expected) && isJsonObject(received)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      mismatchesAt(value, ownValue(received, key), [...path, key]),
    );
  }
  if (Array.isArray(expected) && isJsonArray(received) && expected.length === received.length)
    return expected.flatMap((value, index) => mismatchesAt(value, received[index], [...path, index]));
  if (matchesValue(expected, received)) return [];
  return [{ path: formatPath(path), expected: formatExpected(expected), received: formatExpected(received) }];
}

function matchesValue(expected: unknown, received: Json | undefined): boolean {
  if (isAsymmetricMatcher(expected)) return expected.asymmetricMatch(received);
  if (expected instanceof RegExp) return typeof received === 'string' && received.search(expected) >= 0;
  if (expected === undefined || received === undefined) return expected === received;
  return jsonEquals(expected as Json, received);
}

/** Result of `expect.any` and similar functions of Playwright, Jest and Vitest. */
interface AsymmetricMatcher {
  asymmetricMatch(received: unknown): boolean;
  toAsymmetricMatcher?(): string;
  readonly sample?: unknown;
}

function isAsymmetricMatcher(value: unknown): value is AsymmetricMatcher {
  return (
    typeof value === 'object' &&
    value !== null &&
    '$$typeof' in value &&
    value.$$typeof === Symbol.for('jest.asymmetricMatcher')
  );
}

/** Whether a value is a plain object, as opposed to an asymmetric matcher or a regular expression. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && !isAsymmetricMatcher(value) && !((value as unknown) instanceof RegExp);
}

/** Length at which failure messages truncate values, in UTF-16 units. */
const MAX_VALUE_CHARS = 120;

/** Formats an expected or received value in one line. */
function formatExpected(value: unknown): string {
  return truncate(formatInLine(value), MAX_VALUE_CHARS);
}

function formatInLine(value: unknown): string {
  if (value === undefined) return 'absent';
  // As Jest's pretty-format does: only some matchers name what they expect.
  if (isAsymmetricMatcher(value)) return value.toAsymmetricMatcher?.() ?? `${value} ${formatInLine(value.sample)}`;
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map(formatInLine).join(', ')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? String(value);
  const entries = Object.entries(value).map(
    ([key, inner]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${formatInLine(inner)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** The fields of `edata` by kind. A kind with an empty list allows any fields. */
export const edataFieldNames = {
  start: ['type', 'mode', 'stageid'],
  impression: ['type', 'subtype', 'pageid', 'itype', 'stageto'],
  interact: ['type', 'subtype', 'id', 'pageid', 'extra'],
  assess: ['item', 'pass', 'score', 'resvalues', 'duration'],
  response: ['target', 'qid', 'type', 'values'],
  interrupt: ['type', 'pageid', 'eventid'],
  feedback: ['contentId', 'rating', 'comments'],
  share: ['dir', 'type', 'items'],
  audit: ['props', 'state', 'prevstate'],
  error: ['err', 'errtype', 'stacktrace'],
  heartbeat: [],
  log: ['type', 'level', 'message', 'params'],
  search: ['type', 'query', 'filters', 'sort', 'correlationid', 'size', 'topn'],
  metrics: [],
  summary: [
    'type',
    'mode',
    'starttime',
    'endtime',
    'timespent',
    'pageviews',
    'interactions',
    'envsummary',
    'eventssummary',
    'pagesummary',
  ],
  exdata: ['type', 'data'],
  end: ['contentId', 'type', 'duration', 'pageid', 'summary'],
} as const;

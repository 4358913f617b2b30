import { journeyState } from '#core/journey/journey-state';
import { eventJson, kindLabel } from '#core/journey/record';
import { formatPath, isJsonArray, isJsonObject, type Json, type JsonPath, ownValue } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { compileQuery } from '#core/query/compile-query';
import { readFilterText } from '#core/query/filter-text';
import { valuesAt } from '#core/query/path-reader';
import type { Term } from '#core/query/query';
import { findUnlistedFields, type UnlistedField } from '#core/query/unlisted-fields';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type EventKind, eventKinds, isEventKind, kindOfEid } from '#core/telemetry/kinds';
import { truncate } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import { didYouMean } from '#node/did-you-mean';
import { queryProblemText } from '#node/filter-problem';

/** An expected event: its fields, or a filter in the panel's language, such as `kind:interact pageid:home`. */
export type EventPattern = PartialEvent | string;

/** An expected event that was understood. */
export interface CompiledEvent {
  /** How a failure names it. */
  readonly label: string;
  /**
   * Whether the pattern applies to a record.
   * A filter sees calls without an event, too: `state:dropped` matches them.
   */
  readonly covers: (record: JudgedRecord) => boolean;
  /** Returns the differences; empty if the record matches. */
  readonly mismatches: (record: JudgedRecord) => readonly FieldMismatch[];
}

/** Tells records with an event from calls that have emitted none. */
export function hasEvent(record: JudgedRecord): boolean {
  return record.event !== null;
}

/** Returns whether a record is what was expected. */
export function matchesEvent(expected: CompiledEvent, record: JudgedRecord): boolean {
  return expected.covers(record) && expected.mismatches(record).length === 0;
}

/** Reads an expected event. A failure is a sentence: the filter is not understood, or no event has such a field. */
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
  const query = readFilterText(pattern);
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
const BEYOND = 'For an event beyond the V3 kinds, use a regular expression or a filter.';
/** In open places a shorter name is as near to a listed one by chance: `uid` to `did`. */
const MIN_MISTYPED_CHARS = 4;

/**
 * Returns why an expected event can match none, or none that was meant: an unknown `eid`, `kind` or field. `null` if it can.
 * Types say the same, but tests may be written in JavaScript.
 */
function findPatternProblem(pattern: PartialEvent): string | null {
  if (!isPlainObject(pattern)) return 'The expected event must be an object or a filter.';
  const { eid, kind, ...fields }: { readonly eid?: unknown; readonly kind?: unknown } = pattern;
  if (kind !== undefined && !(typeof kind === 'string' && isEventKind(kind))) {
    return `Unknown kind ${quote(kind)}.${didYouMean(String(kind), eventKinds)} ${BEYOND}`;
  }
  if (typeof eid !== 'string') return eid === undefined ? problemOf(fields, kind ?? null) : null;
  const ofEid = kindOfEid(eid);
  if (ofEid === null) return `Unknown eid ${quote(eid)}.${didYouMean(eid, eids)} ${BEYOND}`;
  if (kind !== undefined && kind !== ofEid)
    return `An event with the eid ${quote(eid)} is not of the kind ${quote(kind)}.`;
  return problemOf(fields, ofEid);
}

function problemOf(fields: Readonly<Record<string, unknown>>, kind: EventKind | null): string | null {
  const wrong = findUnlistedFields(fields, kind).find(isMistyped);
  if (wrong === undefined) return null;
  const { path, nearest, listed } = wrong;
  const hint = nearest === null ? `Fields here: ${listed.join(', ')}.` : `Did you mean ${nearest}?`;
  const name = path.at(-1) ?? '';
  const own = path.length > 1 ? ` For a field of your own, use expect.objectContaining({ ${name}: … }).` : '';
  const where = kind === null ? 'an event' : `the event ${kind.toUpperCase()}`;
  return `Unknown field ${path.join('.')} of ${where}. ${hint}${own}`;
}

function isMistyped({ path, nearest, isOpen }: UnlistedField): boolean {
  return !isOpen || (nearest !== null && (path.at(-1) ?? '').length >= MIN_MISTYPED_CHARS);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/**
 * Fields that an event must have; it may have more. A value is JSON, an asymmetric matcher such as
 * `expect.any(String)`, a regular expression for a text, or `undefined` for a field that must be absent. Objects are
 * compared field by field at any depth. Arrays must have the same number of items.
 *
 * `eid` or `kind` says which fields `edata` has. An `eid` beyond the V3 kinds is a regular expression, and its event has any fields;
 * for fields of your own in an event of a V3 kind, write `edata: expect.objectContaining({ … })`.
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

/** Fields of any kind. */
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

/** A field that differs; both sides as texts in one line. */
interface FieldMismatch {
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** Lists the fields of an event that are not as expected, in the order of the expectation. */
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

/** Result of `expect.any`, `expect.objectContaining` and the like, in Playwright, Jest and Vitest. */
interface AsymmetricMatcher {
  asymmetricMatch(received: unknown): boolean;
  toAsymmetricMatcher?(): string;
}

function isAsymmetricMatcher(value: unknown): value is AsymmetricMatcher {
  return (
    typeof value === 'object' &&
    value !== null &&
    '$$typeof' in value &&
    value.$$typeof === Symbol.for('jest.asymmetricMatcher')
  );
}

/** Tells objects that were written as `{ … }` from patterns. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && !isAsymmetricMatcher(value) && !((value as unknown) instanceof RegExp);
}

/** Longest value that a failure repeats, in UTF-16 units. */
const MAX_VALUE_CHARS = 120;

/** An expected or received value in one line. */
function formatExpected(value: unknown): string {
  return truncate(formatInLine(value), MAX_VALUE_CHARS);
}

function formatInLine(value: unknown): string {
  if (value === undefined) return 'absent';
  if (isAsymmetricMatcher(value)) return value.toAsymmetricMatcher?.() ?? String(value);
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map(formatInLine).join(', ')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? String(value);
  const entries = Object.entries(value).map(
    ([key, inner]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${formatInLine(inner)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** The fields of `edata` of each kind, as its definition lists them. A kind without any takes all. */
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

import { eventJson, kindLabel } from '#core/journey/record';
import { formatPath, isJsonArray, isJsonObject, type Json, type JsonPath, ownValue } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { EventKind } from '#core/telemetry/kinds';
import { truncate } from '#core/telemetry/wording';

/**
 * Fields that an event must have; it may have more. A value is JSON, an asymmetric matcher such as
 * `expect.any(String)`, a regular expression for a text, or `undefined` for a field that must be absent. Objects are
 * compared field by field at any depth. Arrays must have the same number of items.
 *
 * `eid` or `kind` says which fields `edata` has. An `eid` beyond the 17 is a regular expression, and its event has any fields;
 * for fields of your own in an event of the 17, write `edata: expect.objectContaining({ … })`.
 */
export type PartialEvent =
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
  /** The kind in lower case, such as `interact`; `eid: 'INTERACT'` asks for the same. */
  | (EnvelopePattern & {
      readonly kind: Kind;
      readonly eid?: undefined;
      readonly edata?: EdataPattern<Kind>;
    });

type EdataPattern<Kind extends EventKind> = Kind extends 'heartbeat' | 'metrics'
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
export interface FieldMismatch {
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** Lists the fields of an event that are not as expected, in the order of the expectation. */
export function findFieldMismatches(partial: PartialEvent, record: JudgedRecord): readonly FieldMismatch[] {
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

/** What `expect.any`, `expect.objectContaining` and the like return, in Playwright, Jest and Vitest. */
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
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && !isAsymmetricMatcher(value) && !((value as unknown) instanceof RegExp);
}

/** Longest value that a failure repeats, in UTF-16 units. */
const MAX_VALUE_CHARS = 120;

/** An expected or received value in one line. */
export function formatExpected(value: unknown): string {
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

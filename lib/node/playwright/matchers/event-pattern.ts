import { journeyState } from '#core/journey/journey-state';
import { eventJson, kindLabel } from '#core/journey/record';
import { formatPath, isJsonArray, isJsonObject, type Json, type JsonPath, ownValue } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { compileQuery } from '#core/query/compile-query';
import { parseFilterText } from '#core/query/filter-text';
import { createPathReader } from '#core/query/path-reader';
import type { Term } from '#core/query/query';
import type { JudgedRecord } from '#core/stream/judged-record';
import { fail, type Result, succeed } from '#core/util/result';
import { queryProblemText } from '#node/filter-problem';
import type { PartialEvent } from './expected-fields';
import { formatComparedValue, isAsymmetricMatcher, isPlainObject } from './expected-value';
import { findPatternProblem } from './pattern-problem';

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

/** Whether a record has an event. A record without an event is a call that has emitted none. */
export function hasEvent(record: JudgedRecord): boolean {
  return record.event !== null;
}

/** Cache of {@link matchesEvent}. All records are judged after each change, and most records are unchanged. */
const cachedMatches = new WeakMap<CompiledEvent, WeakMap<JudgedRecord, boolean>>();

/** Whether a record matches the expected event. */
export function matchesEvent(expected: CompiledEvent, record: JudgedRecord): boolean {
  const matchesByRecord = cachedMatches.get(expected) ?? new WeakMap<JudgedRecord, boolean>();
  cachedMatches.set(expected, matchesByRecord);
  const isMatch = matchesByRecord.get(record) ?? (expected.covers(record) && expected.mismatches(record).length === 0);
  matchesByRecord.set(record, isMatch);
  return isMatch;
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
      label: formatComparedValue(pattern),
      covers: hasEvent,
      mismatches: (record) => findFieldMismatches(pattern, record),
    });
  }
  const query = parseFilterText(pattern);
  if (!query.ok) return fail(queryProblemText(query.failure));
  const terms = query.value.map((term) => ({ term, matches: compileQuery([term]) }));
  return succeed({
    label: formatComparedValue(pattern),
    covers: () => true,
    mismatches: (record) =>
      terms
        .filter(({ matches }) => !matches(record))
        .map(({ term }) => ({ path: term.key ?? 'text', expected: term.text, received: formatReceived(term, record) })),
  });
}

/** Returns the record's value for a term of a filter. */
function formatReceived({ key }: Term, record: JudgedRecord): string {
  if (key === null) return 'other text';
  if (key === 'kind') return record.kind ?? record.name;
  if (key === 'is' || key === 'state') return [record.verdict, journeyState(record)].join(', ');
  if (key === 'page') return record.frame.url;
  if (key === 'rule') return record.findings.map(({ code }) => code).join(', ') || 'no finding';
  const values = createPathReader(key)(record);
  return values.length === 0 ? 'absent' : values.map(formatComparedValue).join(', ');
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
  const kindMismatches =
    kind === undefined || record.kind === kind
      ? []
      : [
          {
            path: 'kind',
            expected: formatComparedValue(kind),
            received: formatComparedValue(kindLabel(record).toLowerCase()),
          },
        ];
  const json = eventJson(record);
  if (json === undefined) return [...kindMismatches, { path: 'event', expected: 'emitted', received: 'none' }];
  return [...kindMismatches, ...mismatchesAt(fields, json, [])];
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
  return [{ path: formatPath(path), expected: formatComparedValue(expected), received: formatComparedValue(received) }];
}

function matchesValue(expected: unknown, received: Json | undefined): boolean {
  if (isAsymmetricMatcher(expected)) return expected.asymmetricMatch(received);
  if (expected instanceof RegExp) return typeof received === 'string' && received.search(expected) >= 0;
  if (expected === undefined || received === undefined) return expected === received;
  return jsonEquals(expected as Json, received);
}

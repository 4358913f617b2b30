import { journeyState } from '#core/journey/journey-state';
import { compileQuery } from '#core/query/compile-query';
import { readFilterText } from '#core/query/filter-text';
import { valuesAt } from '#core/query/path-reader';
import type { Term } from '#core/query/query';
import type { JudgedRecord } from '#core/stream/judged-record';
import { fail, type Result, succeed } from '#core/util/result';
import { queryProblemText } from '#node/filter-problem';
import { findPatternProblem } from './check-pattern';
import { type FieldMismatch, findFieldMismatches, formatExpected, type PartialEvent } from './partial-event';

/** An expected event: its fields, or a filter in the panel's language, such as `kind:interact pageid:home`. */
export type EventPattern = PartialEvent | string;

/** An expected event that was understood. */
export interface CompiledEvent {
  /** How a failure names it. */
  readonly label: string;
  /**
   * Whether a record is looked at.
   * A filter sees calls without an event, too: `state:dropped` asks for them.
   */
  readonly covers: (record: JudgedRecord) => boolean;
  /** What differs; empty if the record matches. */
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

/** What a record has where a term of a filter looks. */
function receivedOf({ key }: Term, record: JudgedRecord): string {
  if (key === null) return 'other text';
  if (key === 'kind') return record.kind ?? record.name;
  if (key === 'is' || key === 'state') return [record.verdict, journeyState(record)].join(', ');
  if (key === 'page') return record.frame.url;
  if (key === 'rule') return record.findings.map(({ code }) => code).join(', ') || 'no finding';
  const values = valuesAt(key)(record);
  return values.length === 0 ? 'absent' : values.map(formatExpected).join(', ');
}

import { journeyState } from '#core/journey/journey-state';
import { compileQuery } from '#core/query/compile-query';
import { readFilterText } from '#core/query/filter-text';
import { valuesAt } from '#core/query/path-reader';
import type { Term } from '#core/query/query';
import { findUnlistedFields, type UnlistedField } from '#core/query/unlisted-fields';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type EventKind, eventKinds, isEventKind, kindOfEid } from '#core/telemetry/kinds';
import { fail, type Result, succeed } from '#core/util/result';
import { didYouMean } from '#node/did-you-mean';
import { queryProblemText } from '#node/filter-problem';
import {
  type FieldMismatch,
  findFieldMismatches,
  formatExpected,
  isPlainObject,
  type PartialEvent,
} from './partial-event';

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

const eids = eventKinds.map((kind) => kind.toUpperCase());
const BEYOND = 'For an event beyond the 17 kinds, use a regular expression or a filter.';
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

import type { JudgedRecord } from '#core/stream/judged-record';
import { pluralize } from '#core/telemetry/wording';
import { type CompiledEvent, hasEvent, matchesEvent } from './event-pattern';
import { changeSourceOf, formatRow, formatRows, type Judge, limitLines, MAX_EXPLANATION_LINES } from './judgement';

/** How often an event is expected: an exact number of times, or bounds. */
export type ExpectedTimes = number | { readonly min?: number; readonly max?: number };

/** Creates a judge of the number of matching events. Without `times`, one event is enough. */
export function judgeEvent(expected: CompiledEvent, times?: ExpectedTimes, afterRow = 0): Judge {
  const { min, max } = boundsOf(times);
  return (records) => {
    const matches = records.filter((record) => matchesEvent(expected, record));
    const count = matches.length;
    const match = matches.find(({ row }) => row > afterRow);
    const pass = count >= min && count <= max;
    return {
      pass,
      canChangeBy: changeSourceOf(pass, max !== Number.POSITIVE_INFINITY, count > max),
      explain: () => ({
        expected: `${expected.label}${timesLabel(times)}`,
        received: matchesLabel(matches, records),
        details: count < min ? nearestLines(expected, records, matches) : [],
      }),
      ...(match && { match }),
    };
  };
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

function boundsOf(times: ExpectedTimes | undefined): Bounds {
  if (times === undefined) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (typeof times === 'number') return { min: times, max: times };
  return { min: times.min ?? 0, max: times.max ?? Number.POSITIVE_INFINITY };
}

function timesLabel(times: ExpectedTimes | undefined): string {
  if (times === undefined) return '';
  if (typeof times === 'number') return `, exactly ${pluralize(times, 'time')}`;
  const { min, max } = times;
  const parts = [
    min === undefined ? '' : `at least ${pluralize(min, 'time')}`,
    max === undefined ? '' : `at most ${pluralize(max, 'time')}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `, ${parts.join(' and ')}`;
}

function matchesLabel(matches: readonly JudgedRecord[], records: readonly JudgedRecord[]): string {
  // A filter may also match calls without an event.
  const count = records.filter((record) => hasEvent(record) || matches.includes(record)).length;
  const events = pluralize(count, 'event');
  if (matches.length === 0) return count === 0 ? 'no event' : `${events}, none of them matches`;
  return `${matches.length} of ${events} ${matches.length === 1 ? 'matches' : 'match'}: ${formatRows(matches)}`;
}

/** Returns lines about the most similar event that does not match, with the fields that differ. */
export function nearestLines(
  expected: CompiledEvent,
  records: readonly JudgedRecord[],
  excluded: readonly JudgedRecord[] = [],
): readonly string[] {
  const nearest = findNearestEvent(
    expected,
    records.filter((record) => !excluded.includes(record)),
  );
  if (!nearest) return [];
  const fields = expected
    .mismatches(nearest)
    .map((field) => `  ${field.path}: expected ${field.expected}, received ${field.received}`);
  return [`Nearest:  ${formatRow(nearest)}`, ...limitLines(fields, MAX_EXPLANATION_LINES - 3)];
}

/**
 * Finds the event with the fewest differing fields, preferably of the same kind.
 * Returns the newest of several.
 */
function findNearestEvent(expected: CompiledEvent, records: readonly JudgedRecord[]): JudgedRecord | undefined {
  let nearest: { readonly record: JudgedRecord; readonly distance: number } | undefined;
  for (const record of records) {
    const distance = expected
      .mismatches(record)
      .reduce((sum, { path }) => sum + (KIND_FIELDS.has(path) ? OTHER_KIND_DISTANCE : 1), 0);
    if (nearest === undefined || distance <= nearest.distance) nearest = { record, distance };
  }
  return nearest?.record;
}

const KIND_FIELDS: ReadonlySet<string> = new Set(['kind', 'eid']);
/** Distance of another kind. Exceeds any number of differing fields. */
const OTHER_KIND_DISTANCE = 1_000_000;

/**
 * Creates a judge of the first event after a row.
 * Waits for the event of a pending call. Skips calls that emit no event.
 */
export function judgeNextEvent(
  expected: CompiledEvent,
  isPending: (record: JudgedRecord) => boolean,
  afterRow: number,
): Judge {
  return (records) => {
    const next = records.find((record) => record.row > afterRow && (hasEvent(record) || isPending(record)));
    const hasNextEvent = next !== undefined && hasEvent(next);
    const pass = hasNextEvent && matchesEvent(expected, next);
    const changeAfterEvent = pass ? 'nothing' : 'updates';
    const early = records.find((record) => record.row < afterRow && matchesEvent(expected, record));
    return {
      pass,
      canChangeBy: hasNextEvent ? changeAfterEvent : 'events',
      explain: () => ({
        expected: `${expected.label} as the next event${afterRow === 0 ? '' : ` after #${afterRow}`}`,
        received: next === undefined ? 'no event' : formatRow(next),
        details: [
          ...(next !== undefined && !pass ? nearestLines(expected, [next]).slice(1) : []),
          ...(early && !pass ? [`Too early: ${formatRow(early)} came before the event that was found last`] : []),
        ],
      }),
      ...(pass && { match: next }),
    };
  };
}

import type { JudgedRecord } from '#core/stream/judged-record';
import { pluralize } from '#core/telemetry/wording';
import { type CompiledEvent, hasEvent, matchesEvent } from './event-pattern';
import { nearestLines } from './judge-event';
import { formatRow, formatRows, type Judge } from './judgement';

/** How a list of events is compared. */
export interface EventListOptions {
  /** In this order; other events may stand between. The default is any order. */
  readonly ordered?: boolean;
  /** No other event. The default allows further ones. */
  readonly exact?: boolean;
}

/** Judges whether each expected event has an event of its own. */
export function judgeEvents(
  expected: readonly CompiledEvent[],
  { ordered = false, exact = false }: EventListOptions,
): Judge {
  return (records) => {
    const events = records.filter((record) => hasEvent(record) || expected.some((one) => matchesEvent(one, record)));
    const assigned = ordered ? assignInOrder(expected, events, exact) : assignInAnyOrder(expected, events);
    const isComplete = assigned.every((record) => record !== null);
    const others = events.filter((record) => !assigned.includes(record));
    const pass = isComplete && (!exact || others.length === 0);
    return {
      pass,
      certainty: certaintyOf(pass, exact, events.length > expected.length),
      explain: () => {
        const missing = expected.findIndex((_, index) => assigned[index] === null);
        const first = expected[missing];
        const early = first && ordered ? findEarly(first, events, assigned, missing) : undefined;
        return [
          `Expected: ${pluralize(expected.length, 'event')}${ordered ? ' in order' : ''}${exact ? ' and no other' : ''}`,
          `Received: ${events.length === 0 ? 'no event' : `${pluralize(events.length, 'event')}: ${formatRows(events)}`}`,
          ...(first && !early ? [`Missing:  ${missing + 1}. ${first.label}`] : []),
          ...(first && early ? [`Too early: ${missing + 1}. ${first.label} came as ${formatRow(early)}`] : []),
          ...(first && !early
            ? nearestLines(first, remaining(events, assigned, ordered ? missing : null)).slice(0, 5)
            : []),
          ...(exact && others.length > 0 ? [`Others:   ${formatRows(others)}`] : []),
        ];
      },
    };
  };
}

/** An event that matches, but came before the place where it is expected. */
function findEarly(
  expected: CompiledEvent,
  events: readonly JudgedRecord[],
  assigned: Assignment,
  missing: number,
): JudgedRecord | undefined {
  const before = assigned[missing - 1];
  const end = before ? events.indexOf(before) : missing;
  return events.find((event, index) => index < end && !assigned.includes(event) && matchesEvent(expected, event));
}

function certaintyOf(pass: boolean, exact: boolean, hasTooMany: boolean): 'final' | 'lasting' | 'open' {
  if (!exact) return pass ? 'final' : 'open';
  return hasTooMany ? 'lasting' : 'open';
}

type Assignment = readonly (JudgedRecord | null)[];

/** The first event for each that stands after those before it; with `exact`, the one at its place. */
function assignInOrder(
  expected: readonly CompiledEvent[],
  events: readonly JudgedRecord[],
  exact: boolean,
): Assignment {
  let from = 0;
  return expected.map((one, place) => {
    if (exact) {
      const event = events[place];
      return event && matchesEvent(one, event) ? event : null;
    }
    const index = events.findIndex((event, at) => at >= from && matchesEvent(one, event));
    if (index < 0) return null;
    from = index + 1;
    return events[index] ?? null;
  });
}

/** As many pairs as there can be: an event that several expect goes to one that matches no other (Kuhn's algorithm). */
function assignInAnyOrder(expected: readonly CompiledEvent[], events: readonly JudgedRecord[]): Assignment {
  const candidates = expected.map((one) => events.filter((event) => matchesEvent(one, event)));
  const takenBy = new Map<JudgedRecord, number>();
  const take = (index: number, tried: Set<JudgedRecord>): boolean =>
    (candidates[index] ?? []).some((event) => {
      if (tried.has(event)) return false;
      tried.add(event);
      const holder = takenBy.get(event);
      if (holder !== undefined && !take(holder, tried)) return false;
      takenBy.set(event, index);
      return true;
    });
  for (const index of expected.keys()) take(index, new Set());
  const assigned = new Map([...takenBy].map(([event, index]) => [index, event]));
  return expected.map((_, index) => assigned.get(index) ?? null);
}

/** Where a missing event might be: behind what stands before it, or among what no other has. */
function remaining(
  events: readonly JudgedRecord[],
  assigned: Assignment,
  missing: number | null,
): readonly JudgedRecord[] {
  const free = events.filter((event) => !assigned.includes(event));
  if (missing === null) return free;
  const before = assigned[missing - 1];
  return before ? free.filter(({ row }) => row > before.row) : free;
}

import { appendItems } from '#core/util/lists';
import { originKey, type SessionEvent } from './session-event';

/** Compares events by the order in which the job processes them. */
export function compareEvents(one: SessionEvent, other: SessionEvent): number {
  return one.ets - other.ets || one.row - other.row;
}

/**
 * Inserts events into a sorted list, and returns the index of the first inserted event.
 * All rows must be different.
 */
export function insertEvents(events: SessionEvent[], added: readonly SessionEvent[]): number {
  const sorted = added.every((event, at) => at === 0 || isBefore(added[at - 1], event))
    ? added
    : added.toSorted(compareEvents);
  const [first] = sorted;
  if (first === undefined) return events.length;
  const index = indexOfEvent(events, first);
  const later = index === events.length ? NO_EVENTS : events.splice(index);
  appendItems(events, later.length === 0 ? sorted : mergeEvents(later, sorted));
  return index;
}

/** Removes events from a sorted list. Returns the index of the first removed event, or `null` if there is none. */
export function removeEvents(events: SessionEvent[], removed: ReadonlySet<SessionEvent>): number | null {
  const [first] = [...removed].sort(compareEvents);
  const index = first === undefined ? -1 : events.indexOf(first, indexOfEvent(events, first));
  if (index === -1) return null;
  const rest: SessionEvent[] = [];
  let [end, remaining] = [index, removed.size];
  for (; end < events.length && remaining > 0; end += 1) {
    const event = events[end];
    if (event === undefined || removed.has(event)) remaining -= 1;
    else rest.push(event);
  }
  if (rest.length === 0) events.splice(index, end - index);
  else {
    const later = events.splice(index).slice(end - index);
    appendItems(events, rest);
    appendItems(events, later);
  }
  return index;
}

/** Returns the index of an event in a sorted list, or the index at which to insert it. */
export function indexOfEvent(events: readonly SessionEvent[], event: SessionEvent): number {
  const last = events.at(-1);
  if (last === undefined || isBefore(last, event)) return events.length;
  return findFirstIndex(events, (other) => isBefore(other, event));
}

/** Returns the index of the first event that is not before a time, in a sorted list. */
export function indexOfTime(events: readonly SessionEvent[], ets: number): number {
  return findFirstIndex(events, (event) => event.ets < ets);
}

function findFirstIndex(events: readonly SessionEvent[], isBeforeIndex: (event: SessionEvent) => boolean): number {
  let [from, to] = [0, events.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const event = events[middle];
    if (event !== undefined && isBeforeIndex(event)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Groups events by their origins, which the job summarizes separately.
 * Keys are those of {@link originKey}.
 */
export function groupByOrigin<Event extends Pick<SessionEvent, 'origin'>>(
  events: Iterable<Event>,
): ReadonlyMap<string, [Event, ...Event[]]> {
  const groups = new Map<string, [Event, ...Event[]]>();
  for (const event of events) {
    const key = originKey(event.origin);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return groups;
}

const NO_EVENTS: readonly SessionEvent[] = [];

function isBefore(one: SessionEvent | undefined, other: SessionEvent): boolean {
  return one !== undefined && compareEvents(one, other) < 0;
}

function* mergeEvents(one: readonly SessionEvent[], other: readonly SessionEvent[]): Generator<SessionEvent> {
  let index = 0;
  for (const event of one) {
    for (let next = other[index]; next !== undefined && compareEvents(next, event) < 0; next = other[index]) {
      yield next;
      index += 1;
    }
    yield event;
  }
  yield* other.slice(index);
}

import { createChangedRows } from './changed-rows';
import type { CollectedChange, CollectedEvent } from './collected-change';
import type { CollectedEvents } from './collected-events';

/** What a reader that knows a collection up to a position does not know yet. */
interface FeedPart {
  /** What the reader knows after this part: it asks for the next with it. */
  readonly position: string;
  /** Whether the reader begins anew: nothing that it has counts any more. */
  readonly isReset: boolean;
  /** Events up to this row are not held any more. */
  readonly removedThrough: number;
  /** New events and changed ones, each in its current state. */
  readonly events: readonly CollectedEvent[];
  /** How many more changes there are. */
  readonly behind: number;
}

/** The changes of a collection, for readers that come and go: each knows only its own position. */
export interface ChangeFeed {
  /** The position of a reader that knows all. */
  head(): string;
  /** Returns what follows a position; from the start for `null`, and for a position of another collection. */
  read(after: string | null): FeedPart;
}

/** Limits of a part, for tests. */
interface FeedLimits {
  /** Events of a part. */
  readonly maxEvents?: number;
}

/** A page parses and judges so many within a frame or two; 10,000 are 20 requests. */
const MAX_EVENTS_OF_PART = 500;
/** A browser parses so much within a frame or two; one event may have more. */
const MAX_BYTES_OF_PART = 2_000_000;

/**
 * Creates the feed of a collection.
 * A part has the current state of the rows that changed, not each change: a reader that was away gets each row once.
 *
 * @param name tells this collection from one of another run of the server; without a dot.
 */
export function createChangeFeed(
  events: Pick<CollectedEvents, 'all' | 'get' | 'onChange'>,
  name: string,
  { maxEvents = MAX_EVENTS_OF_PART }: FeedLimits = {},
): ChangeFeed {
  const changed = createChangedRows();
  let removedThrough = 0;
  /** When events of a run were removed last: they are anywhere among the others. */
  let resetAt = 0;
  const isHeld = (row: number): boolean => events.get(row) !== null;
  const take = (change: CollectedChange): void => {
    switch (change.type) {
      case 'events':
      case 'observed':
        for (const { record } of [...change.added, ...change.changed]) changed.note(record.row);
        return;
      case 'ended':
        for (const { record } of change.changed) changed.note(record.row);
        return;
      case 'evicted':
      case 'cleared':
        removedThrough = Math.max(removedThrough, change.throughRow);
        changed.remove(isHeld);
        return;
      case 'run-cleared':
        resetAt = changed.remove(isHeld);
        return;
      case 'refused':
        for (const { record } of change.added) changed.note(record.row);
        return;
    }
  };
  for (const { record } of events.all()) changed.note(record.row);
  events.onChange(take);

  // A reader that has begun anew goes on from where it is: its position says which reset it knows.
  const positionAt = (sequence: number): string => `${name}.${resetAt}.${sequence}`;
  /** Returns `null` for a position that is not of this collection, or from before its last reset. */
  const sequenceOf = (position: string): number | null => {
    const [of, reset, sequence = ''] = position.split('.');
    return of === name && reset === String(resetAt) && /^\d{1,15}$/.test(sequence) ? Number(sequence) : null;
  };
  return {
    head: () => positionAt(changed.last()),
    read(after) {
      const known = after === null ? null : sequenceOf(after);
      let [count, bytes] = [0, 0];
      const takes = (row: number): boolean => {
        if (count === maxEvents || bytes > MAX_BYTES_OF_PART) return false;
        count += 1;
        bytes += bytesOf(events.get(row));
        return true;
      };
      const { rows, last, more } = changed.after(known ?? 0, takes);
      return {
        position: positionAt(last),
        isReset: after !== null && known === null,
        removedThrough,
        events: rows.flatMap((row) => events.get(row) ?? []),
        behind: more,
      };
    },
  };
}

/** About as many as the event had in the body of its last request. */
function bytesOf(event: CollectedEvent | null): number {
  const { bodyBytes = 0, batchSize = 1 } = event?.record.requests.at(-1) ?? {};
  return bodyBytes / Math.max(1, batchSize);
}

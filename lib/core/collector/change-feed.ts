import { createChangedRows } from './changed-rows';
import type { CollectedChange, CollectedEvent } from './collected-change';
import type { CollectedEvents } from './collected-events';

/** The first changes of a collection after a reader's position, up to the limits of a part. */
interface FeedPart {
  /** The reader's new position, with which it requests the next part. */
  readonly position: string;
  /** Whether the reader must discard all earlier events. */
  readonly isReset: boolean;
  /** Events up to this row have been removed. */
  readonly removedThrough: number;
  /** New and changed events, each in its current state. */
  readonly events: readonly CollectedEvent[];
  /** Number of remaining changes after this part. */
  readonly behind: number;
}

/**
 * The changes of a collection.
 * Readers store only their own position, so that the feed has no list of readers.
 */
export interface ChangeFeed {
  /** Returns the position after all changes. */
  head(): string;
  /** Returns the changes after a position, or all changes for `null` and for a position of another collection. */
  read(after: string | null): FeedPart;
}

/** Limits that tests lower. */
interface FeedLimits {
  /** Maximum number of events in a part. */
  readonly maxEvents?: number;
}

/** A page parses and judges this number of events within a frame or two. 10,000 events take 20 requests. */
const MAX_PART_EVENTS = 500;
/** A browser parses this size within a frame or two. A single event may be larger. */
const MAX_PART_BYTES = 2_000_000;

/**
 * Creates the feed of a collection.
 * A part has the current state of the changed rows, not each change: a late reader receives each row once.
 *
 * @param name distinguishes this collection from those of other server runs. It must not contain a dot.
 */
export function createChangeFeed(
  events: Pick<CollectedEvents, 'all' | 'get' | 'onChange'>,
  name: string,
  { maxEvents = MAX_PART_EVENTS }: FeedLimits = {},
): ChangeFeed {
  const changed = createChangedRows();
  let removedThrough = 0;
  /** Sequence number of the last removal of a run. Its rows aren't consecutive, so readers must reset. */
  let resetAt = 0;
  const isStored = (row: number): boolean => events.get(row) !== null;
  const handleChange = (change: CollectedChange): void => {
    switch (change.type) {
      case 'events':
      case 'observed':
        for (const { record } of [...change.added, ...change.changed]) changed.add(record.row);
        return;
      case 'ended':
        for (const { record } of change.changed) changed.add(record.row);
        return;
      case 'evicted':
      case 'cleared':
        removedThrough = Math.max(removedThrough, change.throughRow);
        changed.remove(isStored);
        return;
      case 'run-cleared':
        resetAt = changed.remove(isStored);
        return;
      case 'rejected':
        for (const { record } of change.added) changed.add(record.row);
        return;
    }
  };
  for (const { record } of events.all()) changed.add(record.row);
  events.onChange(handleChange);

  // The position contains the number of the reset, so that a reader resets only once.
  const positionAt = (sequence: number): string => `${name}.${resetAt}.${sequence}`;
  /** Returns `null` for a position of another collection or from before the last reset. */
  const parseSequence = (position: string): number | null => {
    const [collection, reset, sequence = ''] = position.split('.');
    return collection === name && reset === String(resetAt) && /^\d{1,15}$/.test(sequence) ? Number(sequence) : null;
  };
  return {
    head: () => positionAt(changed.last()),
    read(after) {
      const sequence = after === null ? null : parseSequence(after);
      let [count, bytes] = [0, 0];
      const tryTake = (row: number): boolean => {
        if (count === maxEvents || bytes > MAX_PART_BYTES) return false;
        count += 1;
        bytes += bytesOf(events.get(row));
        return true;
      };
      const { rows, last, more } = changed.after(sequence ?? 0, tryTake);
      return {
        position: positionAt(last),
        isReset: after !== null && sequence === null,
        removedThrough,
        events: rows.flatMap((row) => events.get(row) ?? []),
        behind: more,
      };
    },
  };
}

/** Estimates the size of an event by its share of the body of its last request. */
function bytesOf(event: CollectedEvent | null): number {
  const { bodyBytes = 0, batchSize = 1 } = event?.record.requests.at(-1) ?? {};
  return bodyBytes / Math.max(1, batchSize);
}

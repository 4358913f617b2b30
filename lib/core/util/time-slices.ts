import type { Scheduler } from './scheduler';

/** Longest time between two yields, so that a page keeps rendering and a server keeps responding. */
const MAX_SLICE_MS = 10;

/** Dependencies of long work that yields to other tasks. */
export interface TimeSliceDeps {
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number;
  /** Yields to the event loop. */
  readonly yieldTask: () => Promise<void>;
}

/** Creates the dependencies from the scheduler of a page. */
export function createTimeSliceDeps({ now, nextTask }: Pick<Scheduler, 'now' | 'nextTask'>): TimeSliceDeps {
  return { clock: now, yieldTask: () => new Promise<void>((resolve) => void nextTask(resolve)) };
}

/** The time slices of one long operation. */
interface TimeSlices {
  /** Whether the current slice has used up its time. */
  isOver(): boolean;
  /** Yields to other tasks, then begins a slice. */
  next(): Promise<void>;
}

/** Creates the time slices of an operation, which begins now. */
export function createTimeSlices({ clock, yieldTask }: TimeSliceDeps): TimeSlices {
  let startedAt = clock();
  return {
    isOver: () => clock() - startedAt >= MAX_SLICE_MS,
    async next() {
      await yieldTask();
      startedAt = clock();
    },
  };
}

/** Calls `work` with each item in order, and yields to other tasks in between. */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  sliceDeps: TimeSliceDeps,
): Promise<void> {
  const slices = createTimeSlices(sliceDeps);
  // A copy, because a collection that grows meanwhile would have no end.
  for (const item of [...items]) {
    work(item);
    if (slices.isOver()) await slices.next();
  }
}

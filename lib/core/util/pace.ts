import type { Scheduler } from './scheduler';

/** Time without a rest, in milliseconds: a page keeps rendering, and whoever sends an event waits no longer for its response. */
const WORK_MS = 10;

/** What long work needs to leave time to other tasks. */
export interface Pace {
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  /** Yields to the event loop. */
  readonly yieldTask: () => Promise<void>;
}

/** Creates the pace of work in a page. */
export function createPace({ now, nextTask }: Pick<Scheduler, 'now' | 'nextTask'>): Pace {
  return { clock: now, yieldTask: () => new Promise<void>((resolve) => void nextTask(resolve)) };
}

/** The rests of one long work, which begins now. */
interface Rests {
  isDue(): boolean;
  /** Lets other tasks have their turn. */
  take(): Promise<void>;
}

export function createRests({ clock, yieldTask }: Pace): Rests {
  let restedAt = clock();
  return {
    isDue: () => clock() - restedAt >= WORK_MS,
    async take() {
      await yieldTask();
      restedAt = clock();
    },
  };
}

/** Calls `work` with each item, in their order, and rests in between. */
export async function forEachAtPace<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  pace: Pace,
): Promise<void> {
  const rests = createRests(pace);
  // A collection that grows meanwhile would have no end.
  for (const item of [...items]) {
    work(item);
    if (rests.isDue()) await rests.take();
  }
}

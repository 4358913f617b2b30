import { setImmediate as nextTurn } from 'node:timers/promises';

/** Whoever sends an event waits for its response as long. */
const MAX_SLICE_MS = 10;

/**
 * Calls `work` with each item, in their order. Other requests are responded to in between.
 *
 * @param clock milliseconds of a clock that never goes back.
 */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  clock: () => number,
): Promise<void> {
  let endsAt = clock() + MAX_SLICE_MS;
  // A collection that grows meanwhile would have no end.
  for (const item of [...items]) {
    work(item);
    if (clock() < endsAt) continue;
    await nextTurn();
    endsAt = clock() + MAX_SLICE_MS;
  }
}

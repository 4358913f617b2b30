import { createJob, type Scheduler } from '#core/util/scheduler';

/**
 * Holds back what arrives until everything is ready for it.
 * Then lets it through in the order of its coming.
 */
export interface IntakeQueue {
  pass(work: () => void): void;
  /** Returns how many arrived before it was open and found the queue full. They are dropped. */
  open(): number;
  /** Drops what waits and what still arrives: nothing will be ready for it. */
  close(): void;
  /** Whether something waits. */
  isBusy(): boolean;
  /** Lets through at once what waits, where the queue is open. */
  drain(): void;
}

/**
 * What arrives before the queue is open, in works of one report or one request each. A page is not read until then, so
 * only DevTools reports much: requests of a busy page for minutes.
 */
export const MAX_HELD_BACK = 20_000;

/** What takes longer waits for the browser to render, and to take keys and clicks. */
const SLICE_MS = 8;

/**
 * What comes alone goes through at once.
 * Of a flood some at a time, so that the panel never stands still.
 */
export function createIntakeQueue({ now, whenIdle }: Pick<Scheduler, 'now' | 'whenIdle'>): IntakeQueue {
  let waiting: (() => void)[] = [];
  let next = 0;
  let state: 'held-back' | 'open' | 'closed' = 'held-back';
  let dropped = 0;
  let spentMs = 0;

  const isBusy = (): boolean => next < waiting.length;
  const run = (work: () => void): void => {
    const startedAt = now();
    newSlice.schedule();
    work();
    spentMs += now() - startedAt;
  };
  const runUntil = (isEnough: () => boolean): void => {
    for (let work = waiting[next]; work && !isEnough(); work = waiting[next]) {
      next += 1;
      run(work);
    }
    if (isBusy()) return;
    waiting = [];
    next = 0;
  };
  const isSliceOver = (): boolean => spentMs >= SLICE_MS;
  const newSlice = createJob(whenIdle, () => {
    spentMs = 0;
    if (isBusy()) runUntil(isSliceOver);
  });

  return {
    pass(work) {
      if (state === 'closed') return;
      if (state === 'held-back' && waiting.length === MAX_HELD_BACK) {
        dropped += 1;
        return;
      }
      if (state === 'open' && !isBusy() && !isSliceOver()) return run(work);
      waiting.push(work);
      if (state === 'open') newSlice.schedule();
    },
    open() {
      state = 'open';
      if (isBusy()) runUntil(isSliceOver);
      return dropped;
    },
    close() {
      state = 'closed';
      waiting = [];
      next = 0;
    },
    isBusy,
    drain() {
      if (state === 'open') runUntil(() => false);
    },
  };
}

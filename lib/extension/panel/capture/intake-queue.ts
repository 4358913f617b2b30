import { createJob, type Scheduler } from '#core/util/scheduler';

/**
 * Holds back what arrives until everything is ready for it.
 * Then lets it through in the order of its coming.
 */
export interface IntakeQueue {
  pass(work: () => void): void;
  open(): void;
  /** Whether something waits. */
  isBusy(): boolean;
  /** Lets through at once what waits, where the queue is open. */
  drain(): void;
}

/** What takes longer waits for the browser to render, and to take keys and clicks. */
const SLICE_MS = 8;

/**
 * What comes alone goes through at once.
 * Of a flood some at a time, so that the panel never stands still.
 */
export function createIntakeQueue({ now, whenIdle }: Pick<Scheduler, 'now' | 'whenIdle'>): IntakeQueue {
  let waiting: (() => void)[] = [];
  let next = 0;
  let isOpen = false;
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
      if (isOpen && !isBusy() && !isSliceOver()) return run(work);
      waiting.push(work);
      if (isOpen) newSlice.schedule();
    },
    open() {
      isOpen = true;
      if (isBusy()) runUntil(isSliceOver);
    },
    isBusy,
    drain() {
      if (isOpen) runUntil(() => false);
    },
  };
}

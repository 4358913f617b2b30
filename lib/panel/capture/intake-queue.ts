import { createJob, type Scheduler } from '#core/util/scheduler';

/**
 * Holds back what arrives until everything is ready for it.
 * Then lets it through in the order of its coming.
 */
export interface IntakeQueue {
  /** `chars` is what the work holds of the page, in UTF-16 units. */
  pass(work: () => void, chars?: number): void;
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

/**
 * So much of a page's may wait, in UTF-16 units.
 * Beyond it, the panel reads at once until half of it is read, and stands still meanwhile: what was read has a budget
 * of memory, and what waits has none.
 */
export const MAX_WAITING_CHARS = 32_000_000;

/** What takes longer waits for the browser to render, and to take keys and clicks. */
const SLICE_MS = 8;

/** Unset where it was let through. */
type Waiting = { readonly work: () => void; readonly chars: number } | undefined;

/**
 * What comes alone goes through at once.
 * Of a flood some at a time, so that the panel never stands still.
 */
export function createIntakeQueue({ now, whenIdle }: Pick<Scheduler, 'now' | 'whenIdle'>): IntakeQueue {
  let waiting: Waiting[] = [];
  let waitingChars = 0;
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
    for (let first = waiting[next]; first && !isEnough(); first = waiting[next]) {
      // What is read must not be held by the list until all is.
      waiting[next] = undefined;
      next += 1;
      waitingChars -= first.chars;
      run(first.work);
    }
    if (!isBusy()) empty();
  };
  const empty = (): void => {
    waiting = [];
    next = waitingChars = 0;
  };
  const isSliceOver = (): boolean => spentMs >= SLICE_MS;
  const newSlice = createJob(whenIdle, () => {
    spentMs = 0;
    if (isBusy()) runUntil(isSliceOver);
  });

  return {
    pass(work, chars = 0) {
      if (state === 'closed') return;
      const isTooMuch = waitingChars + chars > MAX_WAITING_CHARS;
      if (state === 'held-back' && (isTooMuch || waiting.length === MAX_HELD_BACK)) {
        dropped += 1;
        return;
      }
      if (state === 'open' && !isBusy() && !isSliceOver()) return run(work);
      waiting.push({ work, chars });
      waitingChars += chars;
      if (state !== 'open') return;
      newSlice.schedule();
      if (isTooMuch) runUntil(() => waitingChars <= MAX_WAITING_CHARS / 2);
    },
    open() {
      state = 'open';
      if (isBusy()) runUntil(isSliceOver);
      return dropped;
    },
    close() {
      state = 'closed';
      empty();
    },
    isBusy,
    drain() {
      if (state === 'open') runUntil(() => false);
    },
  };
}

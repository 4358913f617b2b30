import type { Cancel, Scheduler } from '#core/util/scheduler';
import type { TextBatch } from './pattern-texts';
import type { PatternThread, PatternThreadListener, StartPatternThread } from './pattern-thread';

/** A pattern that takes longer for one string is no longer tested. */
const MAX_PATTERN_MS = 2_000;
/** A thread returns the outcomes so far after this time. */
const SLICE_MS = 200;
/** Extra time for outcomes that wait behind other tasks of the panel. */
const GRACE_MS = 250;
/** Loading the code takes a few hundredths of a second, or far longer on a busy machine. */
const MAX_START_MS = 30_000;

/** A thread with time limits. A thread that exceeds a limit fails. */
export interface LimitedPatternThread {
  isReady(): boolean;
  /** Call again only after the outcomes of the previous batch. */
  test(batch: TextBatch): void;
  /** Terminates the thread. The listener is not called any more. */
  end(): void;
}

/** Throws if the thread cannot be created. */
export function startLimitedThread(
  start: StartPatternThread,
  scheduler: Pick<Scheduler, 'setTimer'>,
  listener: PatternThreadListener,
): LimitedPatternThread {
  let isReady = false;
  let isEnded = false;
  let cancelTimeout: Cancel = () => undefined;
  const setTimeLimit = (milliseconds: number): void => {
    // A result that arrived in time is handled before the thread is terminated.
    cancelTimeout = scheduler.setTimer(milliseconds, () => {
      cancelTimeout = scheduler.setTimer(GRACE_MS, listener.onFailure);
    });
  };
  // Messages of a terminated thread may still arrive.
  const thread: PatternThread = start({
    onReady() {
      if (isEnded) return;
      isReady = true;
      cancelTimeout();
      listener.onReady();
    },
    onOutcomes(slice) {
      if (isEnded) return;
      cancelTimeout();
      listener.onOutcomes(slice);
    },
    onFailure() {
      if (!isEnded) listener.onFailure();
    },
  });
  setTimeLimit(MAX_START_MS);
  return {
    isReady: () => isReady,
    test({ tested, texts }) {
      setTimeLimit(MAX_PATTERN_MS + SLICE_MS);
      thread.test({ pattern: tested.pattern, texts, sliceMs: SLICE_MS });
    },
    end() {
      isEnded = true;
      cancelTimeout();
      thread.end();
    },
  };
}

import type { BacktrackingOutcome, PatternSource } from '#core/patterns/pattern';
import { createJob, createThrottledJob, type Scheduler } from '#core/util/scheduler';
import { type LimitedPatternThread, startLimitedThread } from './limited-pattern-thread';
import { createPatternTexts, type TestedPattern, type TextBatch } from './pattern-texts';
import type { PatternThreadListener, StartPatternThread } from './pattern-thread';

/** Minimum interval of notifications: after each, a list searches for rows that wait for outcomes. */
const NOTIFY_INTERVAL_MS = 250;

/**
 * Tests texts by patterns without a linear-time test, in a thread.
 * The thread is terminated if a string takes too long.
 */
export interface BackgroundPatterns {
  /** Returns `pending` until the thread has tested the text. Call again after `onOutcomes`. */
  test(pattern: PatternSource, text: string): BacktrackingOutcome;
  /**
   * Number of times that `pending` was returned.
   * If it changed during a check, the check must be repeated.
   */
  pendingTests(): number;
  /** Calls back when there are new outcomes. Returns an unsubscribe function. */
  onOutcomes(listener: () => void): () => void;
}

interface BackgroundPatternsDeps {
  /** Loads the code that starts threads. Called when the first pattern is tested. */
  readonly loadThreads: () => Promise<StartPatternThread>;
  readonly scheduler: Pick<Scheduler, 'now' | 'setTimer' | 'nextTask'>;
}

/** Creates the background tests of a panel. No thread is started before a pattern needs one. */
export function createBackgroundPatterns({ loadThreads, scheduler }: BackgroundPatternsDeps): BackgroundPatterns {
  let texts = createPatternTexts();
  const listeners = new Set<() => void>();
  let pendingTests = 0;
  let startThread: StartPatternThread | null = null;
  let isLoading = false;
  let isAvailable = true;
  let thread: LimitedPatternThread | null = null;
  /** The texts that the thread is testing. */
  let runningBatch: TextBatch | null = null;

  const notify = createThrottledJob(scheduler, NOTIFY_INTERVAL_MS, () => {
    for (const listener of listeners) listener();
  });
  const endThread = (): void => {
    thread?.end();
    thread = null;
    runningBatch = null;
  };
  const stopTesting = (tested: TestedPattern): void => {
    texts.markSlow(tested);
    notify.schedule();
  };
  const setUnavailable = (): void => {
    endThread();
    texts = createPatternTexts();
    isAvailable = false;
    notify.schedule();
  };
  const listener: PatternThreadListener = {
    onReady: () => run(),
    onOutcomes({ outcomes, hasFailed }) {
      if (runningBatch === null) return;
      const batch = runningBatch;
      runningBatch = null;
      texts.storeOutcomes(batch, outcomes);
      if (hasFailed) stopTesting(batch.tested);
      run();
      notify.schedule();
    },
    onFailure() {
      if (runningBatch === null) return setUnavailable();
      const { tested } = runningBatch;
      endThread();
      stopTesting(tested);
      run();
    },
  };
  const loadThread = async (): Promise<void> => {
    isLoading = true;
    try {
      startThread = await loadThreads();
      run();
    } catch {
      setUnavailable();
    }
  };
  const run = (): void => {
    if (runningBatch !== null || !isAvailable || !texts.hasWaiting()) return;
    if (startThread === null) {
      if (!isLoading) void loadThread();
      return;
    }
    try {
      thread ??= startLimitedThread(startThread, scheduler, listener);
    } catch {
      setUnavailable();
    }
    if (thread === null || !thread.isReady()) return;
    runningBatch = texts.nextBatch();
    if (runningBatch !== null) thread.test(runningBatch);
  };
  const runJob = createJob(scheduler.nextTask, run);

  return {
    test(pattern, text) {
      if (!isAvailable) return 'unavailable';
      const tested = texts.getOrCreate(pattern);
      const outcome = tested.outcomes.get(text);
      if (outcome !== undefined) return outcome;
      if (tested.isSlow) return 'too-slow';
      pendingTests += 1;
      texts.enqueue(tested, text);
      runJob.schedule();
      return 'pending';
    },
    pendingTests: () => pendingTests,
    onOutcomes(onOutcomes) {
      listeners.add(onOutcomes);
      return () => void listeners.delete(onOutcomes);
    },
  };
}

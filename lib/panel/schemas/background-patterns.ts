import type { BacktrackingOutcome, PatternSource } from '#core/patterns/pattern';
import { type Cancel, createJob, createThrottledJob, type Scheduler } from '#core/util/scheduler';
import type { PatternThread, PatternThreadListener, StartPatternThread } from './pattern-thread';

/** A pattern that takes longer for one string is no longer tested. */
const MAX_PATTERN_MS = 2_000;
/** A thread returns the outcomes so far after this time. */
const SLICE_MS = 200;
/** Extra time for outcomes that wait behind other tasks of the panel. */
const GRACE_MS = 250;
/** Loading the code takes a few hundredths of a second, or far longer on a busy machine. */
const MAX_START_MS = 30_000;
/** Maximum of cached outcomes, and of waiting texts: those of a few patterns for all rows of a list. */
const MAX_TEXTS = 200_000;
/**
 * Maximum of characters of all cached texts, and of all waiting texts.
 * Rows retain most of these texts anyway.
 */
const MAX_CHARS = 8_000_000;
const BATCH_SIZE = 2_000;
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
  readonly scheduler: Pick<Scheduler, 'now' | 'after' | 'nextTask'>;
}

interface TestedPattern {
  readonly pattern: PatternSource;
  readonly known: Map<string, boolean>;
  readonly waiting: Set<string>;
  isSlow: boolean;
}

/** Creates the background tests of a panel. No thread is started before a pattern needs one. */
export function createBackgroundPatterns({ loadThreads, scheduler }: BackgroundPatternsDeps): BackgroundPatterns {
  const patterns = new Map<string, TestedPattern>();
  const listeners = new Set<() => void>();
  const known = { texts: 0, chars: 0 };
  const waiting = { texts: 0, chars: 0 };
  let pendingTests = 0;
  let startThread: StartPatternThread | null = null;
  let isLoading = false;
  let isAvailable = true;
  let thread: PatternThread | null = null;
  let isReady = false;
  let threads = 0;
  /** The texts that the thread is testing. */
  let running: { readonly tested: TestedPattern; readonly texts: readonly string[] } | null = null;
  let cancelTimeout: Cancel = () => undefined;

  const notify = createThrottledJob(scheduler, NOTIFY_INTERVAL_MS, () => {
    for (const listener of listeners) listener();
  });
  const setTimeLimit = (milliseconds: number, end: () => void): void => {
    cancelTimeout();
    // A result that arrived in time is handled before the thread is terminated.
    cancelTimeout = scheduler.after(milliseconds, () => {
      cancelTimeout = scheduler.after(GRACE_MS, end);
    });
  };
  const endThread = (): void => {
    cancelTimeout();
    thread?.end();
    thread = null;
    isReady = false;
    running = null;
    threads += 1;
  };
  const remove = (tested: TestedPattern, text: string): void => {
    if (!tested.waiting.delete(text)) return;
    waiting.texts -= 1;
    waiting.chars -= text.length;
  };
  const storeOutcome = (tested: TestedPattern, text: string, outcome: boolean): void => {
    remove(tested, text);
    tested.known.set(text, outcome);
    known.texts += 1;
    known.chars += text.length;
    while (known.texts > MAX_TEXTS || (known.chars > MAX_CHARS && known.texts > 1)) forgetOldest(tested);
  };
  /**
   * Evicts the oldest outcome of the pattern with the most outcomes.
   * Other patterns may have few texts that occur again and again.
   */
  const forgetOldest = (newest: TestedPattern): void => {
    let largest = newest;
    for (const each of patterns.values()) if (each.known.size > largest.known.size) largest = each;
    const [oldest] = largest.known.keys();
    if (oldest === undefined) return;
    largest.known.delete(oldest);
    known.texts -= 1;
    known.chars -= oldest.length;
  };
  const cancelPattern = (tested: TestedPattern): void => {
    tested.isSlow = true;
    for (const text of [...tested.waiting]) remove(tested, text);
    notify.schedule();
  };
  const becomeUnavailable = (): void => {
    endThread();
    isAvailable = false;
    for (const { waiting: texts } of patterns.values()) texts.clear();
    notify.schedule();
  };

  const start = (create: StartPatternThread): void => {
    setTimeLimit(MAX_START_MS, becomeUnavailable);
    const threadNumber = threads;
    /** Messages of a terminated thread may still arrive. */
    const isEnded = (): boolean => threadNumber !== threads;
    const listener: PatternThreadListener = {
      onReady() {
        if (isEnded()) return;
        isReady = true;
        cancelTimeout();
        run();
      },
      onOutcomes({ outcomes, hasFailed }) {
        if (isEnded() || running === null) return;
        cancelTimeout();
        const { tested, texts } = running;
        running = null;
        outcomes.forEach((outcome, index) => {
          const text = texts[index];
          if (text !== undefined) storeOutcome(tested, text, outcome);
        });
        if (hasFailed) cancelPattern(tested);
        run();
        notify.schedule();
      },
      onFailure() {
        if (isEnded()) return;
        const tested = running?.tested;
        if (!isReady || tested === undefined) {
          becomeUnavailable();
          return;
        }
        endThread();
        cancelPattern(tested);
        run();
      },
    };
    try {
      thread = create(listener);
    } catch {
      becomeUnavailable();
    }
  };
  const load = async (): Promise<void> => {
    isLoading = true;
    try {
      startThread = await loadThreads();
      run();
    } catch {
      becomeUnavailable();
    }
  };
  const run = (): void => {
    if (running !== null || !isAvailable) return;
    const tested = [...patterns.values()].find(({ waiting: texts }) => texts.size > 0);
    if (tested === undefined) return;
    if (startThread === null) {
      if (!isLoading) void load();
      return;
    }
    if (thread === null) start(startThread);
    if (thread === null || !isReady) return;
    // Patterns take turns, so that one with many texts does not delay others.
    patterns.delete(keyOf(tested.pattern));
    patterns.set(keyOf(tested.pattern), tested);
    const texts = firstOf(tested.waiting, BATCH_SIZE);
    running = { tested, texts };
    setTimeLimit(MAX_PATTERN_MS + SLICE_MS, () => {
      endThread();
      cancelPattern(tested);
      run();
    });
    thread.test({ pattern: tested.pattern, texts, sliceMs: SLICE_MS });
  };
  const next = createJob(scheduler.nextTask, run);
  const getOrCreateTestedPattern = (pattern: PatternSource): TestedPattern => {
    const key = keyOf(pattern);
    const before = patterns.get(key);
    if (before !== undefined) return before;
    const tested = { pattern, known: new Map(), waiting: new Set<string>(), isSlow: false };
    patterns.set(key, tested);
    return tested;
  };

  return {
    test(pattern, text) {
      if (!isAvailable) return 'unavailable';
      const tested = getOrCreateTestedPattern(pattern);
      const outcome = tested.known.get(text);
      if (outcome !== undefined) return outcome;
      if (tested.isSlow) return 'too-slow';
      pendingTests += 1;
      const isFull = waiting.texts >= MAX_TEXTS || (waiting.texts > 0 && waiting.chars + text.length > MAX_CHARS);
      if (!isFull && !tested.waiting.has(text)) {
        tested.waiting.add(text);
        waiting.texts += 1;
        waiting.chars += text.length;
      }
      next.schedule();
      return 'pending';
    },
    pendingTests: () => pendingTests,
    onOutcomes(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function keyOf({ source, flags }: PatternSource): string {
  return `${flags}/${source}`;
}

function firstOf(texts: ReadonlySet<string>, count: number): readonly string[] {
  const first: string[] = [];
  for (const text of texts) {
    if (first.length === count) break;
    first.push(text);
  }
  return first;
}

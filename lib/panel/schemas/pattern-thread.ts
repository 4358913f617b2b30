import type { PatternSource } from '#core/patterns/pattern';

/** Texts for one pattern, as a thread is asked. */
export interface PatternTests {
  readonly pattern: PatternSource;
  readonly texts: readonly string[];
  /** After this time the thread answers with the outcomes so far. */
  readonly sliceMs: number;
}

/** Outcomes of the first texts, at least one. */
export interface SliceOutcomes {
  readonly outcomes: readonly boolean[];
  /** The engine cannot run the pattern for the next text. */
  readonly isRefused?: true;
}

/** What is heard of a thread. */
export interface PatternThreadListener {
  /** Called once: the thread has its code. */
  onReady(): void;
  onOutcomes(slice: SliceOutcomes): void;
  /** The thread cannot be started, or has ended. */
  onFailure(): void;
}

/** A thread that runs patterns by the native engine. */
export interface PatternThread {
  /** Call with the next texts when the outcomes of those before came. */
  test(tests: PatternTests): void;
  end(): void;
}

export type StartPatternThread = (listener: PatternThreadListener) => PatternThread;

/** Starts a worker with code of the panel's own origin. */
export const startPatternWorker: StartPatternThread = (listener) => {
  const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<SliceOutcomes | 'ready'>) => {
    if (data === 'ready') listener.onReady();
    else listener.onOutcomes(data);
  };
  worker.onerror = listener.onFailure;
  return {
    test: (tests) => worker.postMessage(tests),
    end: () => worker.terminate(),
  };
};

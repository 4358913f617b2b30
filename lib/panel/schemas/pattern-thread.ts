import type { PatternSource } from '#core/patterns/pattern';

/** Message to a thread: texts to test by one pattern. */
export interface PatternTests {
  readonly pattern: PatternSource;
  readonly texts: readonly string[];
  /** After this time the thread returns the outcomes so far. */
  readonly sliceMs: number;
}

/** Outcomes of the first texts of a message, at least one. */
export interface SliceOutcomes {
  readonly outcomes: readonly boolean[];
  /** Set if the engine cannot run the pattern for the next text. */
  readonly hasFailed?: true;
}

/** Handlers of a thread's messages. */
export interface PatternThreadListener {
  /** Called once, when the thread has loaded its code. */
  onReady(): void;
  onOutcomes(slice: SliceOutcomes): void;
  /** The thread cannot be started, or has ended. */
  onFailure(): void;
}

/** A thread that runs patterns by the native engine. */
export interface PatternThread {
  /** Tests texts. Call again only after the outcomes of the previous texts. */
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

import { type ReadonlySignal, signal } from '@preact/signals-core';

/** How many of the jobs are done, while they run. */
export interface SequenceProgress {
  readonly done: number;
  readonly total: number;
}

/** Runs jobs one after the other: each may depend on what the one before it did to the page. */
export interface SequenceRunner {
  readonly progress: ReadonlySignal<SequenceProgress | null>;
  /**
   * Does nothing while others run.
   * `signal` is aborted by `stop`; a running job may end early because of it.
   */
  run(total: number, runJob: (index: number, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Starts no further job. */
  stop(): void;
}

export function createSequenceRunner(): SequenceRunner {
  const progress = signal<SequenceProgress | null>(null);
  let controller = new AbortController();
  return {
    progress,
    async run(total, runJob) {
      if (progress.peek() !== null) return;
      controller = new AbortController();
      try {
        for (let done = 0; done < total && !controller.signal.aborted; done += 1) {
          progress.value = { done, total };
          await runJob(done, controller.signal);
        }
      } finally {
        progress.value = null;
      }
    },
    stop: () => controller.abort(),
  };
}

import { type ReadonlySignal, signal } from '@preact/signals-core';

/** Progress of running jobs. */
export interface SequenceProgress {
  readonly done: number;
  readonly total: number;
}

/** Runs jobs one at a time, because each may depend on what the previous one changed in the page. */
export interface SequenceRunner {
  readonly progress: ReadonlySignal<SequenceProgress | null>;
  /**
   * Runs jobs, or does nothing while others run.
   * `signal` is aborted by `stop`. A running job may use it to end early.
   */
  run(total: number, runJob: (index: number, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Aborts `signal`, and starts no further job. */
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

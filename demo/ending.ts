type Close = () => Promise<void>;

/** Ends what was started, in reverse order. */
export interface Ending {
  readonly add: (close: Close) => void;
  /** Ends everything, once. Continues after a failure. Returns the failures. */
  readonly run: () => Promise<readonly unknown[]>;
}

export function createEnding(): Ending {
  const closes: Close[] = [];
  return {
    add: (close) => void closes.push(close),
    run: async () => {
      const failures: unknown[] = [];
      for (let close = closes.pop(); close; close = closes.pop()) {
        await close().catch((problem: unknown) => failures.push(problem));
      }
      return failures;
    },
  };
}

/** Resolves with the signal that requests the end: Ctrl-C, kill, or a closed terminal. */
export function waitForTermination(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

type Close = () => Promise<void>;

/** Everything that was started and must be ended, last first. */
export interface Ending {
  readonly add: (close: Close) => void;
  /** Ends everything, once; a failure to end one part does not spare the others. Gives what failed. */
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

/** Resolves with the signal's name when the user, or whoever started us, wants an end: Ctrl-C, kill, closed terminal. */
export function askedToEnd(): Promise<NodeJS.Signals> {
  return new Promise((asked) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => asked(signal));
  });
}

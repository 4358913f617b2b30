import type { SetTimer } from './scheduler';

/**
 * Long enough for a busy disk or a starting background.
 * A broken database may neither resolve nor reject.
 */
const TIMEOUT_MS = 10_000;

/**
 * Resolves with `fallback` if `work` rejects or takes longer than 10 seconds.
 * Use it for everything that may never settle, such as what the panel awaits before its first render. `setTimer`
 * schedules the timeout.
 */
export function withTimeout<Value>(work: Promise<Value>, fallback: Value, setTimer: SetTimer): Promise<Value> {
  return new Promise((resolve) => {
    const stop = setTimer(TIMEOUT_MS, () => resolve(fallback));
    const settle = (value: Value): void => {
      stop();
      resolve(value);
    };
    work.then(settle, () => settle(fallback));
  });
}

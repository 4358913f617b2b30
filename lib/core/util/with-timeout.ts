import type { After } from './scheduler';

/**
 * A disk may be busy for seconds and then have it all, and a background may have to start.
 * A database that is broken for good may never say so.
 */
const TIMEOUT_MS = 10_000;

/**
 * Resolves with `instead` if `work` rejects or takes longer than 10 seconds.
 * For everything that the panel awaits before its first render. `after` calls back once after so many milliseconds, and
 * returns its cancel function.
 */
export function withTimeout<Value>(work: Promise<Value>, instead: Value, after: After): Promise<Value> {
  return new Promise((resolve) => {
    const stop = after(TIMEOUT_MS, () => resolve(instead));
    const settle = (value: Value): void => {
      stop();
      resolve(value);
    };
    work.then(settle, () => settle(instead));
  });
}

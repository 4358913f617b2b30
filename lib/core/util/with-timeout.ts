import type { After } from './scheduler';

/**
 * A disk may be busy for seconds and then have it all, and a background may have to start.
 * A database that is broken for good may never say so.
 */
const TIMEOUT_MS = 10_000;

/**
 * Something that a panel waits for before it shows anything: resolves to `instead` where it fails, or takes longer than
 * 10 seconds. `after` calls back once after so many milliseconds, and returns its cancel function.
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

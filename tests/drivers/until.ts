import { WAIT_TIMEOUT_MS } from './time-limits';

const POLL_INTERVAL_MS = 50;

/**
 * Returns the first value that satisfies the condition, or the last value at the timeout.
 * The caller must check which of the two it is.
 */
export async function pollUntil<Value>(
  read: () => Promise<Value>,
  isEnough: (value: Value) => boolean,
  timeoutMs = WAIT_TIMEOUT_MS,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isEnough(value) || performance.now() > deadline) return value;
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS));
  }
}

/** Waits until a condition is met. Rejects with the message at the timeout. */
export async function until(isMet: () => Promise<boolean>, failure: string): Promise<void> {
  if (!(await pollUntil(isMet, Boolean))) throw new Error(failure);
}

import { vi } from 'vitest';
import { WAIT_TIMEOUT_MS } from './time-limits';

/** Repeats the check until it no longer throws, and returns its value. */
export function waitFor<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: WAIT_TIMEOUT_MS });
}

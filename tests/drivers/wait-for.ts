import { vi } from 'vitest';
import { WAIT_TIMEOUT_MS } from './time-limits';

/** Tries the check until it throws nothing, and gives what it returned. */
export function waitFor<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: WAIT_TIMEOUT_MS });
}

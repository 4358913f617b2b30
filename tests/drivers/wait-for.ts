import { vi } from 'vitest';

/** A busy machine takes many times as long as an idle one: the limit only tells that something will never be so. */
const TIMEOUT_MS = 30_000;

/** Tries the check until it throws nothing, and gives what it returned. */
export function waitFor<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS });
}

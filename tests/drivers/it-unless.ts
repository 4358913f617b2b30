import { it } from 'vitest';
import { notRunTitle } from '#tests/runner/counts';

/** Defines a test. With a reason, the test is skipped, and its title contains the reason. */
export function itUnless(
  reason: string | null,
  title: string,
  test: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  if (reason === null) it(title, test, timeoutMs);
  else it.skip(notRunTitle(title, reason), test);
}

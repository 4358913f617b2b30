import { it } from 'vitest';
import { notRunTitle } from '#tests/runner/counts';

/** A test that is named as not run, with the reason, on a machine that cannot run it. */
export function itUnless(
  reason: string | null,
  title: string,
  test: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  if (reason === null) it(title, test, timeoutMs);
  else it.skip(notRunTitle(title, reason), test);
}

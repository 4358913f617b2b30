import { WAIT_TIMEOUT_MS } from './time-limits';

/** Between two looks. */
const LOOK_EVERY_MS = 50;

/**
 * Returns what `look` returns as soon as it is enough, or as it is when the timeout ends: what is missing is for the caller
 * to say.
 */
export async function lookUntil<Seen>(
  look: () => Promise<Seen>,
  isEnough: (seen: Seen) => boolean,
  timeoutMs = WAIT_TIMEOUT_MS,
): Promise<Seen> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if (isEnough(seen) || performance.now() > giveUpAt) return seen;
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
  }
}

/** Waits until something is so. Rejects with the message where it is not so in time. */
export async function until(isSo: () => Promise<boolean>, failure: string): Promise<void> {
  if (!(await lookUntil(isSo, Boolean))) throw new Error(failure);
}

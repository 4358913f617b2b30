import type { SessionHead } from './kept-session';

/** How long the events of a closed panel are kept, from the shortest to the longest; never longer than the browser runs. */
export const keepForChoices = ['none', 'day', 'week', 'browser'] as const;
export type KeepFor = (typeof keepForChoices)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

interface Moment {
  readonly keepFor: KeepFor;
  /** The run of the browser that is now. */
  readonly browserSession: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Whether what was kept of a session is to be deleted. Nothing outlives the browser: its tabs get other ids when it
 * starts again, so nobody could ever look at it.
 */
export function isExpired(head: SessionHead, { keepFor, browserSession, now }: Moment): boolean {
  if (keepFor === 'none' || head.browserSession !== browserSession) return true;
  const age = now - head.updatedAt;
  if (keepFor === 'day') return age > DAY_MS;
  return keepFor === 'week' && age > 7 * DAY_MS;
}

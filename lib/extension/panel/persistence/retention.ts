import type { SessionHead } from './stored-capture';

/** How long the events of a closed panel are kept: in days, also when the browser was closed meanwhile. */
export const keepForChoices = ['none', 'browser', 'day', 'week'] as const;
export type KeepFor = (typeof keepForChoices)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Moment {
  readonly keepFor: KeepFor;
  /** The run of the browser that is now. */
  readonly browserSession: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Whether what was kept of a session is to be deleted. */
export function isExpired(head: SessionHead, { keepFor, browserSession, now }: Moment): boolean {
  if (keepFor === 'none') return true;
  if (keepFor === 'browser') return head.browserSession !== browserSession;
  return now - head.updatedAt > (keepFor === 'day' ? DAY_MS : 7 * DAY_MS);
}

import { z } from '../zod';
import { isFinal, loginFailureSchema } from './failure';

/** Milliseconds since 1970 (UTC). */
export type EpochMilliseconds = number;

/** One logged-in entity. Lives in memory storage only: it holds tokens. */
export const entitySessionSchema = z.object({
  id: z.string().min(1),
  environmentId: z.string().min(1),
  userId: z.string().min(1),
  accessToken: z.string().min(1),
  accessExpiresAt: z.number(),
  refreshToken: z.string().min(1),
  refreshExpiresAt: z.number(),
  /** When the answer that brought these tokens came; the lifetimes count from here. */
  receivedAt: z.number(),
  tokenType: z.literal('Bearer'),
  scope: z.string(),
  sessionState: z.string(),
  notBeforePolicy: z.number(),
  /** The last refresh that failed, until one succeeds. */
  trouble: z.object({ at: z.number(), failure: loginFailureSchema }).nullable(),
});
export type EntitySession = Readonly<z.infer<typeof entitySessionSchema>>;

/** What may leave the background: the session without its tokens. */
export const sessionSummarySchema = entitySessionSchema.omit({ accessToken: true, refreshToken: true });
export type SessionSummary = Readonly<z.infer<typeof sessionSummarySchema>>;

/** A list of what is let through, not of what is held back: a field added later stays inside until it is named. */
export function summaryOf(session: EntitySession): SessionSummary {
  return sessionSummarySchema.parse(session);
}

/** What is left of a token's life, in milliseconds; never below 0, never above the whole. */
export interface Lifetime {
  readonly left: number;
  readonly whole: number;
}

export function accessLifetime(session: SessionSummary, now: EpochMilliseconds): Lifetime {
  return lifetime(session.receivedAt, session.accessExpiresAt, now);
}

export function refreshLifetime(session: SessionSummary, now: EpochMilliseconds): Lifetime {
  return lifetime(session.receivedAt, session.refreshExpiresAt, now);
}

function lifetime(from: EpochMilliseconds, to: EpochMilliseconds, now: EpochMilliseconds): Lifetime {
  const whole = Math.max(0, to - from);
  return { left: Math.min(Math.max(0, to - now), whole), whole };
}

export function isAccessExpired(session: SessionSummary, now: EpochMilliseconds): boolean {
  return session.accessExpiresAt <= now;
}

/** Whether nothing can be done with it any more: the access token is over, and no refresh can bring another. */
export function isExpired(session: SessionSummary, now: EpochMilliseconds): boolean {
  return isAccessExpired(session, now) && !canRefresh(session, now);
}

export function canRefresh(session: SessionSummary, now: EpochMilliseconds): boolean {
  if (session.trouble !== null && isFinal(session.trouble.failure)) return false;
  return session.refreshExpiresAt > now;
}

/**
 * Whether the provider is asked once more although the refresh token is over by this machine's clock: the clock may
 * have been set forward, and it is the provider's that counts.
 */
export function deservesLastTry({ refreshExpiresAt, trouble }: SessionSummary, now: EpochMilliseconds): boolean {
  if (refreshExpiresAt > now) return false;
  return trouble === null || (!isFinal(trouble.failure) && trouble.at < refreshExpiresAt);
}

/** Whether the clock stands before the time when the tokens came: set back, it says nothing of when they end. */
export function isClockSetBack({ receivedAt }: SessionSummary, now: EpochMilliseconds): boolean {
  return now < receivedAt;
}

/** Browsers' alarms may come half a minute late, so a minute ahead; a quarter of the life where that is less. */
const MARGIN = 60_000;
const PAUSE_AFTER_FAILURE = 30_000;

/** Whether the access token is so near its end that it is renewed before it is used. */
export function endsSoon(session: SessionSummary, now: EpochMilliseconds): boolean {
  return isClockSetBack(session, now) || session.accessExpiresAt - now <= marginOf(session);
}

/** When to renew the access token; `null` when no refresh can do it any more. */
export function refreshDueAt(session: SessionSummary, now: EpochMilliseconds): EpochMilliseconds | null {
  if (deservesLastTry(session, now)) return now;
  if (!canRefresh(session, now)) return null;
  if (isClockSetBack(session, now) && session.trouble === null) return now;
  const due = session.accessExpiresAt - marginOf(session);
  return session.trouble === null ? due : Math.max(due, session.trouble.at + PAUSE_AFTER_FAILURE);
}

function marginOf(session: SessionSummary): number {
  return Math.min(MARGIN, (session.accessExpiresAt - session.receivedAt) / 4);
}

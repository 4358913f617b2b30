import { clampEpochMs } from '#core/util/epoch';
import * as z from '#core/util/zod';
import { isFinalFailure, type LoginFailure, loginFailureSchema } from './failure';
import {
  accessTokenSchema,
  hasLoneSurrogate,
  LARGE_TOKEN_BYTES,
  MAX_SCOPE_CHARACTERS,
  MAX_SESSION_STATE_CHARACTERS,
  refreshTokenSchema,
  toWellFormed,
} from './token-limits';

/** Milliseconds since 1970 (UTC). */
export type EpochMilliseconds = number;

/** Clamps times to the range of `Date`: its formatters throw beyond it. */
const epochSchema = z.pipe(z.number(), z.transform(clampEpochMs));

/** Truncates a string. It may split a surrogate pair, because no code depends on these strings. */
function truncatedString(limit: number) {
  return z.pipe(
    z.string(),
    z.transform((text) => toWellFormed(text.slice(0, limit))),
  );
}

const idSchema = z.string().check(
  z.minLength(1),
  z.refine((text) => !hasLoneSurrogate(text)),
);

/** A logged-in entity. It contains tokens, so it is stored in memory only. */
export const entitySessionSchema = z.object({
  id: idSchema,
  environmentId: idSchema,
  userId: idSchema,
  accessToken: accessTokenSchema,
  accessExpiresAt: epochSchema,
  refreshToken: refreshTokenSchema,
  refreshExpiresAt: epochSchema,
  /** When the response with these tokens arrived. Lifetimes count from this time. */
  receivedAt: epochSchema,
  tokenType: z.literal('Bearer'),
  scope: truncatedString(MAX_SCOPE_CHARACTERS),
  sessionState: truncatedString(MAX_SESSION_STATE_CHARACTERS),
  notBeforePolicy: z.number(),
  /** The last failed refresh; `null` after a successful refresh. */
  lastRefreshFailure: z.catch(z.nullable(z.object({ at: epochSchema, failure: loginFailureSchema })), null),
});
/** A log-in session with its tokens. Only the background script has it. */
export type EntitySession = Readonly<z.infer<typeof entitySessionSchema>>;

/** The part of a session that may leave the background: all but its tokens. */
export const sessionSummarySchema = z.extend(z.omit(entitySessionSchema, { accessToken: true, refreshToken: true }), {
  accessTokenBytes: z.number(),
});
/** A log-in session without its tokens, as pages of the extension receive it. */
export type SessionSummary = Readonly<z.infer<typeof sessionSummarySchema>>;

/** The common fields of a session and its summary. */
export type SessionFacts = Omit<SessionSummary, 'accessTokenBytes'>;

/**
 * Returns the fields of a session that other pages may see.
 * They are listed by name, so that a field added later stays private.
 */
export function toSessionSummary(session: EntitySession): SessionSummary {
  return sessionSummarySchema.parse({ ...session, accessTokenBytes: session.accessToken.length });
}

/** Whether servers are likely to reject a header with this token. */
export function isTokenLarge({ accessTokenBytes }: Pick<SessionSummary, 'accessTokenBytes'>): boolean {
  return accessTokenBytes > LARGE_TOKEN_BYTES;
}

/** Remaining and total lifetime of a token. The remaining time is never negative or above the total. */
export interface Lifetime {
  readonly remainingMs: number;
  readonly totalMs: number;
}

/** Returns the lifetime of the access token. Nothing remains once it has expired. */
export function accessLifetime(session: SessionFacts, now: EpochMilliseconds): Lifetime {
  return lifetime(session.receivedAt, session.accessExpiresAt, now);
}

/** Returns the lifetime of the refresh token. Nothing remains once it has expired. */
export function refreshLifetime(session: SessionFacts, now: EpochMilliseconds): Lifetime {
  return lifetime(session.receivedAt, session.refreshExpiresAt, now);
}

function lifetime(from: EpochMilliseconds, to: EpochMilliseconds, now: EpochMilliseconds): Lifetime {
  const totalMs = Math.max(0, to - from);
  return { remainingMs: Math.min(Math.max(0, to - now), totalMs), totalMs };
}

/** Whether the access token has expired by this machine's clock. */
export function isAccessExpired(session: SessionFacts, now: EpochMilliseconds): boolean {
  return session.accessExpiresAt <= now;
}

/**
 * Whether the session is unusable.
 * The access token has expired, and no refresh can replace it.
 */
export function isExpired(session: SessionFacts, now: EpochMilliseconds): boolean {
  return isAccessExpired(session, now) && !canRefresh(session, now);
}

/** Whether the refresh token may still be valid. */
export function canRefresh(session: SessionFacts, now: EpochMilliseconds): boolean {
  if (session.lastRefreshFailure !== null && isFinalFailure(session.lastRefreshFailure.failure)) return false;
  return session.refreshExpiresAt > now;
}

/**
 * Whether to try one more refresh although the refresh token has expired by this machine's clock.
 * This clock may be wrong, and only the provider's clock counts.
 */
export function shouldRetryExpiredRefresh(
  { refreshExpiresAt, lastRefreshFailure }: SessionFacts,
  now: EpochMilliseconds,
): boolean {
  if (refreshExpiresAt > now) return false;
  return (
    lastRefreshFailure === null ||
    (!isFinalFailure(lastRefreshFailure.failure) && lastRefreshFailure.at < refreshExpiresAt)
  );
}

/**
 * Whether the clock is earlier than the arrival of the tokens, or than a failed refresh.
 * The expiry of the tokens is unknown then.
 */
export function isClockSetBack({ receivedAt, lastRefreshFailure }: SessionFacts, now: EpochMilliseconds): boolean {
  return now < Math.max(receivedAt, lastRefreshFailure?.at ?? receivedAt);
}

/** Alarms of browsers may be half a minute late. */
const MAX_REFRESH_MARGIN_MS = 60_000;
const RETRY_DELAY_MS = 30_000;

/** Whether the access token expires so soon that it is refreshed before use. */
export function isAccessExpiringSoon(session: SessionFacts, now: EpochMilliseconds): boolean {
  return isClockSetBack(session, now) || session.accessExpiresAt - now <= refreshMarginMs(session);
}

/** Returns when to refresh the access token, or `null` if no refresh is possible any more. */
export function refreshDueAt(session: SessionFacts, now: EpochMilliseconds): EpochMilliseconds | null {
  if (shouldRetryExpiredRefresh(session, now)) return now;
  if (!canRefresh(session, now)) return null;
  const due = isClockSetBack(session, now) ? now : session.accessExpiresAt - refreshMarginMs(session);
  const { lastRefreshFailure } = session;
  return lastRefreshFailure === null || lastRefreshFailure.at > now
    ? due
    : Math.max(due, lastRefreshFailure.at + retryDelayMs(lastRefreshFailure.failure));
}

/** Whether to refresh the access token now. */
export function isRefreshDue(session: SessionFacts, now: EpochMilliseconds): boolean {
  return (refreshDueAt(session, now) ?? Number.POSITIVE_INFINITY) <= now;
}

/** Returns the delay of a retry. A provider may count requests before its `Retry-After` against a rate limit. */
function retryDelayMs(failure: LoginFailure): number {
  const seconds = failure.reason === 'rate-limited' ? (failure.seconds ?? 0) : 0;
  return Math.max(RETRY_DELAY_MS, seconds * 1000);
}

/** Returns how long before its expiry a token is refreshed: a minute, or a quarter of a shorter lifetime. */
function refreshMarginMs(session: SessionFacts): number {
  return Math.min(MAX_REFRESH_MARGIN_MS, (session.accessExpiresAt - session.receivedAt) / 4);
}

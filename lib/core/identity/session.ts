import { MAX_EPOCH_MS } from '#core/util/epoch';
import * as z from '#core/util/zod';
import { isFinalFailure, loginFailureSchema } from './failure';
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

/** `Date` and its formatters throw beyond its range. */
const epochSchema = z.pipe(
  z.number(),
  z.transform((at) => Math.max(-MAX_EPOCH_MS, Math.min(at, MAX_EPOCH_MS))),
);

/** Nothing depends on these texts, so that the cut may split a surrogate pair. */
function readTextUpTo(limit: number) {
  return z.pipe(
    z.string(),
    z.transform((text) => toWellFormed(text.slice(0, limit))),
  );
}

const idSchema = z.string().check(
  z.minLength(1),
  z.refine((text) => !hasLoneSurrogate(text)),
);

/** A logged-in entity. Lives in memory storage only: it holds tokens. */
export const entitySessionSchema = z.object({
  id: idSchema,
  environmentId: idSchema,
  userId: idSchema,
  accessToken: accessTokenSchema,
  accessExpiresAt: epochSchema,
  refreshToken: refreshTokenSchema,
  refreshExpiresAt: epochSchema,
  /** When the response with these tokens arrived; the lifetimes count from here. */
  receivedAt: epochSchema,
  tokenType: z.literal('Bearer'),
  scope: readTextUpTo(MAX_SCOPE_CHARACTERS),
  sessionState: readTextUpTo(MAX_SESSION_STATE_CHARACTERS),
  notBeforePolicy: z.number(),
  /** The last refresh that failed, until one succeeds. */
  trouble: z.catch(z.nullable(z.object({ at: z.number(), failure: loginFailureSchema })), null),
});
/** A log-in session with its tokens. It never leaves the background. */
export type EntitySession = Readonly<z.infer<typeof entitySessionSchema>>;

/** The part of a session that may leave the background: all but its tokens. */
export const sessionSummarySchema = z.extend(z.omit(entitySessionSchema, { accessToken: true, refreshToken: true }), {
  accessTokenBytes: z.number(),
});
/** A log-in session without its tokens, as pages of the extension get it. */
export type SessionSummary = Readonly<z.infer<typeof sessionSummarySchema>>;

/** The common fields of a session and its summary. */
export type SessionFacts = Omit<SessionSummary, 'accessTokenBytes'>;

/**
 * Returns the fields of a session that other pages may see.
 * They are listed by name, so that a field added later stays private.
 */
export function summaryOf(session: EntitySession): SessionSummary {
  return sessionSummarySchema.parse({ ...session, accessTokenBytes: session.accessToken.length });
}

/** Whether servers are likely to refuse a header with this token. */
export function isTokenLarge({ accessTokenBytes }: Pick<SessionSummary, 'accessTokenBytes'>): boolean {
  return accessTokenBytes > LARGE_TOKEN_BYTES;
}

/** Remaining lifetime of a token, in milliseconds; from 0 to the whole lifetime. */
export interface Lifetime {
  readonly left: number;
  readonly whole: number;
}

/** Returns how much is left of the access token's lifetime, in milliseconds; 0 once it is expired. */
export function accessLifetime(session: SessionFacts, now: EpochMilliseconds): Lifetime {
  return lifetime(session.receivedAt, session.accessExpiresAt, now);
}

/** Returns how much is left of the refresh token's lifetime, in milliseconds; 0 once it is expired. */
export function refreshLifetime(session: SessionFacts, now: EpochMilliseconds): Lifetime {
  return lifetime(session.receivedAt, session.refreshExpiresAt, now);
}

function lifetime(from: EpochMilliseconds, to: EpochMilliseconds, now: EpochMilliseconds): Lifetime {
  const whole = Math.max(0, to - from);
  return { left: Math.min(Math.max(0, to - now), whole), whole };
}

/** Tells whether the access token is expired by this machine's clock. */
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
  if (session.trouble !== null && isFinalFailure(session.trouble.failure)) return false;
  return session.refreshExpiresAt > now;
}

/**
 * Whether the provider is asked once more although the refresh token is over by this machine's clock.
 * The clock may have been set forward, and it is the provider's that counts.
 */
export function shouldRetryExpiredRefresh(
  { refreshExpiresAt, trouble }: SessionFacts,
  now: EpochMilliseconds,
): boolean {
  if (refreshExpiresAt > now) return false;
  return trouble === null || (!isFinalFailure(trouble.failure) && trouble.at < refreshExpiresAt);
}

/** Whether the clock is before the time when the tokens arrived. Their expiry is unknown then. */
export function isClockSetBack({ receivedAt }: SessionFacts, now: EpochMilliseconds): boolean {
  return now < receivedAt;
}

/**
 * Browsers' alarms may come half a minute late, so a minute ahead.
 * A quarter of the life where that is less.
 */
const MARGIN = 60_000;
const PAUSE_AFTER_FAILURE = 30_000;

/** Whether the access token expires so soon that it is refreshed before use. */
export function endsSoon(session: SessionFacts, now: EpochMilliseconds): boolean {
  return isClockSetBack(session, now) || session.accessExpiresAt - now <= marginOf(session);
}

/** When to renew the access token; `null` when no refresh can do it any more. */
export function refreshDueAt(session: SessionFacts, now: EpochMilliseconds): EpochMilliseconds | null {
  if (shouldRetryExpiredRefresh(session, now)) return now;
  if (!canRefresh(session, now)) return null;
  if (isClockSetBack(session, now) && session.trouble === null) return now;
  const due = session.accessExpiresAt - marginOf(session);
  return session.trouble === null ? due : Math.max(due, session.trouble.at + PAUSE_AFTER_FAILURE);
}

function marginOf(session: SessionFacts): number {
  return Math.min(MARGIN, (session.accessExpiresAt - session.receivedAt) / 4);
}

import type { Message, MessageText } from '#core/util/message';
import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';
import type { Environment } from './environment';

/**
 * Reason why a log-in, a refresh or a log-out failed.
 * `detail`, `error` and `description` come from the provider's response, truncated and without secrets.
 */
export const loginFailureSchema = z.discriminatedUnion('reason', [
  /** The connection was refused, the host is unknown, or there is no network. */
  z.object({ reason: z.literal('unreachable'), detail: z.string() }),
  /** Connected, but no complete response in time. */
  z.object({ reason: z.literal('timeout'), seconds: z.number() }),
  /** The response is neither a token response nor an OAuth error. */
  z.object({ reason: z.literal('unreadable-response'), status: z.number(), detail: messageTextSchema }),
  /** The browser does not let the extension call this origin yet. */
  z.object({ reason: z.literal('no-permission'), detail: z.string() }),
  /** The provider returned an error of RFC 6749, section 5.2. */
  z.object({ reason: z.literal('rejected'), status: z.number(), error: z.string(), description: z.string() }),
  /** Too many requests (RFC 6585, section 4). `seconds` comes from `Retry-After`; `null` if it is missing. */
  z.object({ reason: z.literal('rate-limited'), seconds: z.nullable(z.number()), detail: messageTextSchema }),
  /** The response has an access token only: the client does not use refresh tokens. */
  z.object({ reason: z.literal('no-refresh-token') }),
  z.object({ reason: z.literal('not-bearer'), tokenType: z.string() }),
  /** The token response has the right fields, but a value that no request or storage accepts. */
  z.object({ reason: z.literal('unusable-token'), detail: messageTextSchema }),
  /** A form cannot encode the user id or the password, so no request was sent. */
  z.object({
    reason: z.literal('bad-credential'),
    field: z.enum(['userId', 'password']),
    problem: z.enum(['lone-surrogate', 'too-long']),
  }),
  /** The browser failed to store the session. */
  z.object({ reason: z.literal('not-stored') }),
  z.object({ reason: z.literal('cancelled') }),
  /** The refresh token has expired, so no request was sent. */
  z.object({ reason: z.literal('expired') }),
  /** The session or environment does not exist any more. */
  z.object({ reason: z.literal('gone'), item: z.enum(['session', 'environment']) }),
]);
/** Why a log-in or a refresh failed. */
export type LoginFailure = Readonly<z.infer<typeof loginFailureSchema>>;

/** The schema of an {@link ActingFailure}. */
export const actingFailureSchema = z.object({
  reason: z.enum(['no-session', 'no-registry', 'no-permission', 'another-page', 'rejected']),
});
/** Why a session's token was not added to a tab's requests. */
export type ActingFailure = Readonly<z.infer<typeof actingFailureSchema>>;

/** Why a tab's requests no longer have a session's token, although the user did not stop this. */
export const ACTING_END_REASONS = [
  'another-site',
  'unreadable-page',
  'registry-changed',
  'no-permission',
  'rejected',
] as const;
/** Why acting as an entity ended in a tab. */
export type ActingEndReason = (typeof ACTING_END_REASONS)[number];

/** The cause and the remedy of a failure. */
export interface FailureMessage {
  readonly title: Message;
  readonly text: MessageText;
}

/** The environment and the user that a failure concerns. */
export interface FailureSetting {
  readonly environment: Environment;
  readonly userId: MessageText;
  /** Whether a refresh failed, which sends no password. Absent for a log-in. */
  readonly isRefresh?: boolean;
}

/**
 * Whether a retry with the same refresh token is bound to fail.
 * After connection failures and server errors, a retry may succeed.
 */
export function isFinalFailure(failure: LoginFailure): boolean {
  if (failure.reason === 'rejected') return failure.status < 500 && failure.status !== 429;
  return FINAL_REASONS.has(failure.reason);
}

const FINAL_REASONS: ReadonlySet<LoginFailure['reason']> = new Set([
  'not-bearer',
  'unusable-token',
  'no-refresh-token',
  'expired',
  'gone',
]);

import type { Message, MessageText } from '#core/util/message';
import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';
import type { Environment } from './environment';

/**
 * Why a log-in, a refresh or a log-out did not happen.
 * `detail` and `error` are what the provider said, shortened and cleaned of secrets before they get here. Earlier
 * versions stored sentences as `detail`.
 */
export const loginFailureSchema = z.discriminatedUnion('reason', [
  /** No connection: refused, no such host, no network. */
  z.object({ reason: z.literal('unreachable'), detail: z.string() }),
  /** Connected, but no complete response in time. */
  z.object({ reason: z.literal('too-slow'), seconds: z.number() }),
  /** A response that is not the one of section 2.2, and not an error of OAuth either. */
  z.object({ reason: z.literal('unreadable-answer'), status: z.number(), detail: messageTextSchema }),
  /** The browser does not let the extension call this origin yet. */
  z.object({ reason: z.literal('no-permission'), detail: z.string() }),
  /** The provider said no, in the words of RFC 6749 section 5.2. */
  z.object({ reason: z.literal('rejected'), status: z.number(), error: z.string(), detail: z.string() }),
  /** RFC 6585, section 4. `seconds` is what `Retry-After` asks to wait; `null` where the response does not say. */
  z.object({ reason: z.literal('rate-limited'), seconds: z.nullable(z.number()), detail: messageTextSchema }),
  /** An access token alone: the client does not use refresh tokens. */
  z.object({ reason: z.literal('no-refresh-token') }),
  /** Section 2.2: any other type than `Bearer` is the wrong token. */
  z.object({ reason: z.literal('not-bearer'), tokenType: z.string() }),
  /** Section 2.2 in shape, with a value that no request can carry or no storage can hold. */
  z.object({ reason: z.literal('unusable-token'), detail: messageTextSchema }),
  /** The form of the request cannot carry it, so it was not sent. */
  z.object({
    reason: z.literal('bad-credential'),
    field: z.enum(['userId', 'password']),
    problem: z.enum(['lone-surrogate', 'too-long']),
  }),
  /** The browser refused to store the session. */
  z.object({ reason: z.literal('not-stored') }),
  z.object({ reason: z.literal('cancelled') }),
  /** The refresh token is over; the provider was not asked. */
  z.object({ reason: z.literal('expired') }),
  /** The session or environment is not there (any more). */
  z.object({ reason: z.literal('gone'), what: z.enum(['session', 'environment']) }),
]);
/** Why a log-in or a refresh failed. */
export type LoginFailure = Readonly<z.infer<typeof loginFailureSchema>>;

/** Why a session's token is not put on a tab's requests. */
export const actingFailureSchema = z.object({
  reason: z.enum(['no-session', 'no-registry', 'no-permission', 'another-page', 'refused']),
});
/** Why a token could not be put on a tab's requests. */
export type ActingFailure = Readonly<z.infer<typeof actingFailureSchema>>;

/** Why a session's token was taken off a tab without the user asking for it. */
export const ACTING_END_REASONS = [
  'another-site',
  'unreadable-page',
  'registry-changed',
  'no-permission',
  'refused',
] as const;
/** Why acting as an entity ended in a tab. */
export type ActingEndReason = (typeof ACTING_END_REASONS)[number];

/** The cause and the remedy of a failure. */
export interface FailureMessage {
  readonly title: Message;
  readonly sentence: MessageText;
}

/** Where, and for whom, something failed. */
export interface FailureSetting {
  readonly environment: Environment;
  readonly userId: MessageText;
}

/**
 * Whether asking again with the same refresh token cannot help.
 * A provider that is away or in trouble may come back.
 */
export function isFinalFailure(failure: LoginFailure): boolean {
  if (failure.reason === 'rejected') return failure.status < 500 && failure.status !== 429;
  return FINAL.has(failure.reason);
}

const FINAL: ReadonlySet<LoginFailure['reason']> = new Set([
  'not-bearer',
  'unusable-token',
  'no-refresh-token',
  'expired',
  'gone',
]);

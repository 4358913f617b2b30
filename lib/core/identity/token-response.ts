import { formatPath, type Json, valueAt } from '#core/json/json';
import { redactKnownSecrets, redactKnownSecretsInTruncated } from '#core/secrets/known-secrets';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import type { LoginFailure } from './failure';
import {
  accessTokenSchema,
  MAX_LIFETIME_SECONDS,
  MAX_SCOPE_CHARACTERS,
  MAX_SESSION_STATE_CHARACTERS,
  refreshTokenSchema,
  toWellFormed,
} from './token-limits';

const MAX_SHOWN_TYPE_CHARS = 40;

const lifetimeSchema = z.number().check(z.nonnegative(), z.maximum(MAX_LIFETIME_SECONDS));

/**
 * The fields of Keycloak's token response.
 * Accepts additional fields (`id_token`), and a `session_state` that isn't a UUID, as newer providers send it.
 */
const tokenResponseSchema = z.object({
  access_token: accessTokenSchema,
  expires_in: lifetimeSchema,
  'not-before-policy': z.number().check(z.maximum(MAX_LIFETIME_SECONDS)),
  refresh_expires_in: lifetimeSchema,
  refresh_token: refreshTokenSchema,
  scope: z.pipe(z.string().check(z.maxLength(MAX_SCOPE_CHARACTERS)), z.transform(toWellFormed)),
  session_state: z.pipe(z.string().check(z.maxLength(MAX_SESSION_STATE_CHARACTERS)), z.transform(toWellFormed)),
  token_type: z.pipe(z.string(), z.literal('Bearer')),
});
/** A response of the token endpoint (RFC 6749, section 5.1). Lifetimes are in seconds. */
export type TokenResult = Readonly<z.infer<typeof tokenResponseSchema>>;

/**
 * Parses a token response (RFC 6749, section 5.1), or returns the failure.
 * Accepts only the `token_type` `Bearer`. A failure has the path of a missing or mistyped field, never its value.
 *
 * @param secrets sent strings that a failure must not contain.
 */
export function parseTokenResponse(
  json: Json,
  status: number,
  secrets: readonly string[] = [],
): Result<TokenResult, LoginFailure> {
  const tokenType = z.object({ token_type: z.string() }).safeParse(json);
  if (tokenType.success && tokenType.data.token_type !== 'Bearer') {
    return fail({
      reason: 'not-bearer',
      tokenType: cleanServerText(tokenType.data.token_type, secrets, MAX_SHOWN_TYPE_CHARS),
    });
  }
  const parsed = tokenResponseSchema.safeParse(json);
  if (parsed.success) return succeed(withoutEchoes(parsed.data, secrets));
  const { issues } = parsed.error;
  if (valueAt(json, ['refresh_token']) === undefined && issues.every(({ path }) => isOfRefreshToken(path))) {
    return fail({ reason: 'no-refresh-token' });
  }
  const detail = issues.map((issue) => problemMessage(json, issue));
  if (issues.every((issue) => isBeyondLimit(json, issue))) return fail({ reason: 'unusable-token', detail });
  return fail({ reason: 'unreadable-response', status, detail });
}

function isOfRefreshToken([field]: readonly PropertyKey[]): boolean {
  return field === 'refresh_token' || field === 'refresh_expires_in';
}

/** Redacts secrets: a provider may repeat the password or a token in fields that are shown. */
function withoutEchoes(tokens: TokenResult, sent: readonly string[]): TokenResult {
  // Redacting a short password in a scope would reveal the password.
  const secrets = [...sent, tokens.access_token, tokens.refresh_token].filter(({ length }) => length >= 8);
  return {
    ...tokens,
    scope: redactKnownSecrets(tokens.scope, secrets),
    session_state: redactKnownSecrets(tokens.session_state, secrets),
  };
}

/** Whether a field has the right type, but its value is too long, too great or malformed. */
function isBeyondLimit(json: Json, { code, path }: z.core.$ZodIssue): boolean {
  return code === 'too_big' || code === 'invalid_format' || isInfinite(valueAt(json, stepsOf(path)));
}

/** Whether a number of the JSON text was too great for JavaScript, such as `1e400`. */
function isInfinite(value: Json | undefined): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

function stepsOf(path: readonly PropertyKey[]): readonly (string | number)[] {
  return path.filter((step) => typeof step !== 'symbol');
}

/** Returns a message with the path, the found type and the expected type, but no value: it may be a token. */
function problemMessage(json: Json, issue: z.core.$ZodIssue): Message {
  const path = stepsOf(issue.path);
  const value = valueAt(json, path);
  const name = path.length === 0 ? message('identity.response.name') : formatPath(path);
  if (value === undefined) return message('identity.response.missing', { name });
  if (issue.code === 'invalid_format') return message('identity.response.headerCharacter', { name });
  if (issue.code === 'too_big' && typeof value === 'string')
    return message('identity.response.valueTooLong', { name, length: value.length, limit: Number(issue.maximum) });
  if (issue.code === 'too_big' || isInfinite(value))
    return message('identity.response.numberTooLarge', { name, limit: MAX_LIFETIME_SECONDS });
  if (issue.code === 'invalid_type')
    return message('identity.response.wrongType', { name, expected: issue.expected, found: typeName(value) });
  return typeof value === 'string'
    ? message('identity.response.emptyValue', { name })
    : message('identity.response.negative', { name });
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const MAX_TEXT_CHARACTERS = 160;
const MAX_SEARCHED_CHARACTERS = MAX_TEXT_CHARACTERS * 20;
/** HTML pages have their title within this length. The search is quadratic in the number of `<title`. */
const MAX_HEAD_CHARACTERS = 4_096;

/** Tokens by the names of their fields, in JSON and forms. They were not sent, so their values are unknown. */
const TOKEN_VALUES = /((?:access|refresh|id)_token[\\"']*\s*[:=]\s*[\\"']*)[^"'&\s,}]+/gi;

/**
 * Cleans a server's text for display and storage.
 * Returns one line of at most `maxCharacters`, without control characters, secrets and received tokens.
 *
 * @param secrets strings to redact, such as a sent password: providers and proxies echo requests.
 */
export function cleanServerText(text: string, secrets: readonly string[], maxCharacters = MAX_TEXT_CHARACTERS): string {
  const redacted =
    text.length > MAX_SEARCHED_CHARACTERS
      ? redactKnownSecretsInTruncated(text.slice(0, MAX_SEARCHED_CHARACTERS), secrets)
      : redactKnownSecrets(text, secrets);
  const line = toWellFormed(
    redacted
      .replace(TOKEN_VALUES, '$1…')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  );
  // Truncation may split a surrogate pair.
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters).replace(/\p{Surrogate}/gu, '')}…` : line;
}

/** Summarizes a body that isn't JSON: the title of an HTML page, or the beginning of the text. */
export function summarizeErrorBody(body: string, contentType: string | null, secrets: readonly string[]): Message {
  if (body.trim() === '') return message('identity.response.empty');
  if (!/^\s*</.test(body) && !contentType?.includes('html'))
    return message('identity.response.text', { body: cleanServerText(body, secrets) });
  const title = /<title[^>]*>([^<]*)</i.exec(body.slice(0, MAX_HEAD_CHARACTERS))?.[1] ?? '';
  const words = cleanServerText(title, secrets);
  return words === '' ? message('identity.response.html') : message('identity.response.htmlText', { words });
}

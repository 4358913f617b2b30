import { isJsonObject, type Json } from '#core/json/json';
import { parseBoundedJson } from '#core/json/json-values';
import { message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { type Environment, logoutEndpoint, tokenEndpoint } from './environment';
import type { LoginFailure } from './failure';
import { type ProviderConnection, type ProviderResponse, postForm } from './provider-request';
import { cleanServerText, parseTokenResponse, summarizeErrorBody, type TokenResult } from './token-response';

/** The credentials of a log-in (RFC 6749, section 4.3: password grant). */
export interface Credentials {
  readonly userId: string;
  readonly password: string;
}

/** Requests tokens for an entity. The password is used in the request only. */
export function requestToken(
  connection: ProviderConnection,
  environment: Environment,
  { userId, password }: Credentials,
): Promise<Result<TokenResult, LoginFailure>> {
  const form = { grant_type: 'password', client_id: environment.clientId, username: userId, password };
  return fetchToken(connection, environment, form, [password]);
}

/** A refresh token and its remaining lifetime in seconds. */
export type RefreshToken = Pick<TokenResult, 'refresh_token' | 'refresh_expires_in'>;

/**
 * Requests new tokens for a refresh token.
 * The refresh token remains in use if the response has no new refresh token (RFC 6749, section 6).
 */
export function refreshToken(
  connection: ProviderConnection,
  environment: Environment,
  current: RefreshToken,
): Promise<Result<TokenResult, LoginFailure>> {
  const token = current.refresh_token;
  const form = { grant_type: 'refresh_token', client_id: environment.clientId, refresh_token: token };
  return fetchToken(connection, environment, form, [token], current);
}

/** Ends the provider's session that a refresh token belongs to. */
export async function logOut(
  connection: ProviderConnection,
  environment: Environment,
  token: string,
): Promise<Result<null, LoginFailure>> {
  const form = { client_id: environment.clientId, refresh_token: token };
  const response = await postForm(connection, logoutEndpoint(environment), form);
  if (!response.ok) return response;
  const { status } = response.value;
  return status >= 200 && status < 300 ? succeed(null) : fail(toLoginFailure(response.value, [token]));
}

async function fetchToken(
  connection: ProviderConnection,
  environment: Environment,
  form: Readonly<Record<string, string>>,
  secrets: readonly string[],
  current: RefreshToken | null = null,
): Promise<Result<TokenResult, LoginFailure>> {
  const response = await postForm(connection, tokenEndpoint(environment), form);
  if (!response.ok) return response;
  const { status, contentType, body } = response.value;
  if (status !== 200) return fail(toLoginFailure(response.value, secrets));
  const json = parseBoundedJson(body);
  if (json !== undefined) return parseTokenResponse(withRefreshToken(json, current), status, secrets);
  const detail = message('identity.response.invalidJson', { body: summarizeErrorBody(body, contentType, secrets) });
  return fail({ reason: 'unreadable-response', status, detail });
}

function withRefreshToken(json: Json, current: RefreshToken | null): Json {
  return isJsonObject(json) && (json.refresh_token ?? null) === null ? { ...json, ...current } : json;
}

const oauthErrorSchema = z.object({
  error: z.string(),
  error_description: z.catch(z.optional(z.string()), undefined),
});

/** Returns the failure of a response without a token: an OAuth error, or an unreadable body. */
export function toLoginFailure(
  { status, body, contentType, retryAfterSeconds }: ProviderResponse,
  secrets: readonly string[],
): LoginFailure {
  const json = parseBoundedJson(body);
  const oauth = oauthErrorSchema.safeParse(json);
  if (status === 429) {
    const errorText = oauth.data?.error_description ?? oauth.data?.error;
    const detail =
      errorText === undefined
        ? summarizeErrorBody(body, contentType, secrets)
        : summarizeErrorBody(errorText, null, secrets);
    return { reason: 'rate-limited', seconds: retryAfterSeconds, detail };
  }
  if (!oauth.success)
    return { reason: 'unreadable-response', status, detail: summarizeErrorBody(body, contentType, secrets) };
  return {
    reason: 'rejected',
    status,
    error: cleanServerText(oauth.data.error, secrets),
    description: cleanServerText(oauth.data.error_description ?? '', secrets),
  };
}

import { type Environment, permissionPattern, providerHost } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import { type Credentials, logOut, type RefreshToken, refreshToken, requestToken } from '#core/identity/token-endpoint';
import type { TokenResult } from '#core/identity/token-response';
import { fail, type Result, succeed } from '#core/util/result';
import type { IdentityDeps } from './identity-deps';

/** The identity providers. Each is called only if the browser permits it. */
export interface Provider {
  login(
    environment: Environment,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<Result<TokenResult, LoginFailure>>;
  refresh(environment: Environment, token: RefreshToken): Promise<Result<TokenResult, LoginFailure>>;
  /** Ends a session. Succeeds even if the provider had already ended it. */
  logout(environment: Environment, token: string): Promise<Result<null, LoginFailure>>;
}

export function createProvider(deps: IdentityDeps): Provider {
  async function callIfPermitted<Value>(
    environment: Environment,
    call: () => Promise<Result<Value, LoginFailure>>,
  ): Promise<Result<Value, LoginFailure>> {
    if (await deps.hasPermission(permissionPattern(environment))) return call();
    return fail({ reason: 'no-permission', detail: providerHost(environment) });
  }

  return {
    login: (environment, credentials, signal) =>
      callIfPermitted(environment, () => requestToken({ ...deps, signal }, environment, credentials)),
    refresh: (environment, token) => callIfPermitted(environment, () => refreshToken(deps, environment, token)),
    async logout(environment, token) {
      const ended = await callIfPermitted(environment, () => logOut(deps, environment, token));
      const isAlreadyEnded =
        !ended.ok && ended.failure.reason === 'rejected' && ended.failure.error === 'invalid_grant';
      return isAlreadyEnded ? succeed(null) : ended;
    },
  };
}

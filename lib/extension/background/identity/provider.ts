import { type Environment, permissionPattern, providerHost } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import { type Credentials, logOut, refreshToken, requestToken } from '#core/identity/token-endpoint';
import type { TokenResult } from '#core/identity/token-response';
import { fail, type Result, succeed } from '#core/util/result';
import type { IdentityDeps } from './identity-deps';

/** The identity providers, each asked only where the browser permits it. */
export interface Provider {
  login(environment: Environment, who: Credentials, cancelled: AbortSignal): Promise<Result<TokenResult, LoginFailure>>;
  refresh(environment: Environment, token: string): Promise<Result<TokenResult, LoginFailure>>;
  /** Succeeds also where the provider had ended that session already. */
  logout(environment: Environment, token: string): Promise<Result<null, LoginFailure>>;
}

export function createProvider(deps: IdentityDeps): Provider {
  async function permitted<Value>(
    environment: Environment,
    ask: () => Promise<Result<Value, LoginFailure>>,
  ): Promise<Result<Value, LoginFailure>> {
    if (await deps.hasPermission(permissionPattern(environment))) return ask();
    return fail({ reason: 'no-permission', detail: providerHost(environment) });
  }

  return {
    login: (environment, who, cancelled) =>
      permitted(environment, () => requestToken({ ...deps, cancelled }, environment, who)),
    refresh: (environment, token) => permitted(environment, () => refreshToken(deps, environment, token)),
    async logout(environment, token) {
      const ended = await permitted(environment, () => logOut(deps, environment, token));
      const already = !ended.ok && ended.failure.reason === 'rejected' && ended.failure.error === 'invalid_grant';
      return already ? succeed(null) : ended;
    },
  };
}

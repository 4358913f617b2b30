import type { Environment } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import { type EntitySession, type SessionSummary, summaryOf } from '#core/identity/session';
import { sameEntity, sessionFrom, withSession } from '#core/identity/sessions';
import { hasLoneSurrogate, MAX_CREDENTIAL_CHARACTERS } from '#core/identity/token-limits';
import type { TokenResult } from '#core/identity/token-response';
import { fail, type Result, succeed } from '#core/util/result';
import type { IdentityPayload } from '#extension/protocol/identity-protocol';
import { withLastUserId } from './environments';
import { type IdentityDeps, requireEnvironment, type Stores } from './identity-deps';
import type { Provider } from './provider';

type Attempt = IdentityPayload<'login'>;

/** Whatever still comes for an attempt that is cancelled is ended and not kept. */
export type LogIn = (attempt: Attempt, cancelled: AbortSignal) => Promise<Result<SessionSummary, LoginFailure>>;

/** Logs entities in. The password goes to the provider and is kept nowhere. */
export function createLogIn(deps: IdentityDeps, stores: Stores, provider: Provider): LogIn {
  async function logIn(attempt: Attempt, cancelled: AbortSignal): Promise<Result<SessionSummary, LoginFailure>> {
    const { environmentId, userId } = attempt;
    const refused = credentialProblem('userId', userId) ?? credentialProblem('password', attempt.password);
    if (refused !== null) return fail(refused);
    const environment = await requireEnvironment(stores, environmentId);
    if (!environment.ok) return environment;
    await stores.environments
      .update((settings) => withLastUserId(settings, environmentId, userId))
      .catch(() => undefined);
    const tokens = await provider.login(environment.value, attempt, cancelled);
    if (!tokens.ok) return tokens;
    if (cancelled.aborted) return drop(environment.value, tokens.value, { reason: 'cancelled' });
    const still = await requireEnvironment(stores, environmentId);
    if (!still.ok) return drop(environment.value, tokens.value, still.failure);
    const session = sessionFrom({ id: deps.newId(), environmentId, userId }, tokens.value, deps.now());
    const isStored = await store(environment.value, session).then(
      () => true,
      () => false,
    );
    return isStored ? succeed(summaryOf(session)) : drop(environment.value, tokens.value, { reason: 'not-stored' });
  }

  function drop(environment: Environment, tokens: TokenResult, failure: LoginFailure): Result<never, LoginFailure> {
    void provider.logout(environment, tokens.refresh_token);
    return fail(failure);
  }

  async function store(environment: Environment, session: EntitySession): Promise<void> {
    let replaced: readonly EntitySession[] = [];
    await stores.sessions.update((sessions) => {
      replaced = sessions.list.filter((other) => sameEntity(other, session));
      return withSession(sessions, session);
    });
    for (const { refreshToken } of replaced) void provider.logout(environment, refreshToken);
  }

  return logIn;
}

function credentialProblem(field: 'userId' | 'password', text: string): LoginFailure | null {
  if (text.length > MAX_CREDENTIAL_CHARACTERS) return { reason: 'bad-credential', field, problem: 'too-long' };
  if (hasLoneSurrogate(text)) return { reason: 'bad-credential', field, problem: 'lone-surrogate' };
  return null;
}

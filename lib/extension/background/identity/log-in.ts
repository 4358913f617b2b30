import { type Environment, isSameProvider } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import { type EntitySession, type SessionSummary, toSessionSummary } from '#core/identity/session';
import { createSession, findSession, isSameEntity, withSession } from '#core/identity/sessions';
import { hasLoneSurrogate, MAX_CREDENTIAL_CHARACTERS } from '#core/identity/token-limits';
import { fail, type Result, succeed } from '#core/util/result';
import type { IdentityPayload } from '#extension/protocol/identity-protocol';
import { type IdentityDeps, requireEnvironment, type Stores, withLastUserId } from './identity-deps';
import type { Provider } from './provider';

type Attempt = IdentityPayload<'login'>;

/** Logs an entity in. The tokens of a cancelled attempt are revoked and not stored. */
type LogIn = (attempt: Attempt, signal: AbortSignal) => Promise<Result<SessionSummary, LoginFailure>>;

/** Creates the log-in. The password is sent to the provider and never stored. */
export function createLogIn(deps: IdentityDeps, stores: Stores, provider: Provider): LogIn {
  async function logIn(attempt: Attempt, signal: AbortSignal): Promise<Result<SessionSummary, LoginFailure>> {
    const { environmentId, userId } = attempt;
    const badCredential = checkCredential('userId', userId) ?? checkCredential('password', attempt.password);
    if (badCredential !== null) return fail(badCredential);
    const environment = await requireEnvironment(stores, environmentId);
    if (!environment.ok) return environment;
    await stores.environments
      .update((settings) => withLastUserId(settings, environmentId, userId))
      .catch(() => undefined);
    const tokens = await provider.login(environment.value, attempt, signal);
    if (!tokens.ok) return tokens;
    const session = createSession({ id: deps.newId(), environmentId, userId }, tokens.value, deps.now());
    const failure = await stores
      .runExclusive(() => storeSession(environment.value, session, signal))
      .catch((): LoginFailure => ({ reason: 'not-stored' }));
    if (failure === null) return succeed(toSessionSummary(session));
    void provider.logout(environment.value, session.refreshToken);
    return fail(failure);
  }

  async function storeSession(
    environment: Environment,
    session: EntitySession,
    signal: AbortSignal,
  ): Promise<LoginFailure | null> {
    const currentEnvironment = await requireEnvironment(stores, environment.id);
    if (signal.aborted) return { reason: 'cancelled' };
    // A refresh token of one provider must never be sent to another.
    if (!currentEnvironment.ok || !isSameProvider(currentEnvironment.value, environment))
      return { reason: 'gone', item: 'environment' };
    await saveSession(environment, session);
    return null;
  }

  async function saveSession(environment: Environment, session: EntitySession): Promise<void> {
    let replaced: readonly EntitySession[] = [];
    const update = stores.sessions.update((sessions) => {
      replaced = sessions.list.filter((other) => isSameEntity(other, session));
      return withSession(sessions, session);
    });
    await update.catch(async (failure) => {
      // If only the disk fails, the session lasts until the browser closes.
      if (findSession(await stores.sessions.read(), session.id) === null) throw failure;
    });
    for (const { refreshToken } of replaced) void provider.logout(environment, refreshToken);
  }

  return logIn;
}

function checkCredential(field: 'userId' | 'password', text: string): LoginFailure | null {
  if (text.length > MAX_CREDENTIAL_CHARACTERS) return { reason: 'bad-credential', field, problem: 'too-long' };
  if (hasLoneSurrogate(text)) return { reason: 'bad-credential', field, problem: 'lone-surrogate' };
  return null;
}

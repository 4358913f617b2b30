import type { Environment } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import { canRefresh, type EntitySession } from '#core/identity/session';
import { findSession, withoutSession } from '#core/identity/sessions';
import { fail, type Result, succeed } from '#core/util/result';
import { type IdentityDeps, requireEnvironment, type Stores } from './identity-deps';
import type { Provider } from './provider';

export interface LogOut {
  /**
   * Deletes a session at once, then ends it at the provider.
   * After a failure, it is deleted here but not ended there.
   */
  logOut(id: string): Promise<Result<null, LoginFailure>>;
  /** Logs out all sessions of an environment that is changed or removed. */
  logOutAll(environment: Environment): Promise<void>;
  /** Logs out all sessions of an environment by its id. */
  logOutEnvironment(id: string): Promise<null>;
}

/** Removes a session's token from every tab. */
export type StopActingAs = (sessionId: string) => Promise<void>;

export function createLogOut(
  deps: IdentityDeps,
  stores: Stores,
  provider: Provider,
  stopActingAs: StopActingAs,
): LogOut {
  /**
   * Removes the token from tabs, then deletes the session.
   * Fails with the session if the storage refuses, as the session must still be ended at the provider.
   */
  async function forget(id: string): Promise<Result<EntitySession | null, EntitySession | null>> {
    await stopActingAs(id).catch(() => undefined);
    let found: EntitySession | null = null;
    try {
      await stores.sessions.update((sessions) => {
        found = findSession(sessions, id);
        return withoutSession(sessions, id);
      });
      return succeed(found);
    } catch {
      return fail(found);
    }
  }

  async function endAtProvider(environment: Environment, session: EntitySession): Promise<Result<null, LoginFailure>> {
    if (!canRefresh(session, deps.now())) return succeed(null);
    return provider.logout(environment, session.refreshToken);
  }

  async function logOut(id: string): Promise<Result<null, LoginFailure>> {
    const forgotten = await forget(id);
    deps.announce();
    const session = forgotten.ok ? forgotten.value : forgotten.failure;
    if (forgotten.ok && session === null) return fail({ reason: 'gone', what: 'session' });
    const ended = session === null ? succeed(null) : await endSession(session);
    return forgotten.ok ? ended : fail({ reason: 'not-stored' });
  }

  async function endSession(session: EntitySession): Promise<Result<null, LoginFailure>> {
    const environment = await requireEnvironment(stores, session.environmentId);
    return environment.ok ? endAtProvider(environment.value, session) : environment;
  }

  async function logOutAll(environment: Environment): Promise<void> {
    const { list } = await stores.sessions.read();
    for (const session of list.filter(({ environmentId }) => environmentId === environment.id)) {
      await forget(session.id);
      void endAtProvider(environment, session);
    }
  }

  async function logOutEnvironment(id: string): Promise<null> {
    const environment = await requireEnvironment(stores, id);
    if (environment.ok) await logOutAll(environment.value);
    return null;
  }

  return { logOut, logOutAll, logOutEnvironment };
}

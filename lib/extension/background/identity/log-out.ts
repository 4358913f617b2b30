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
   * If only the provider fails, the session stays deleted. Fails with `not-stored` if the storage fails.
   */
  logOut(id: string): Promise<Result<null, LoginFailure>>;
  /**
   * Logs out all sessions of an environment that is changed or removed. Call within `runExclusive`.
   * Returns false if the storage still has one of them. The environment must then keep its provider.
   */
  logOutAll(environment: Environment): Promise<boolean>;
  /** Logs out all sessions of an environment by its id. */
  logOutEnvironment(id: string): Promise<Result<null, LoginFailure>>;
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
   * Fails with the session if storing fails, because the session must still be ended at the provider.
   */
  async function deleteSession(id: string): Promise<Result<EntitySession | null, EntitySession | null>> {
    await stopActingAs(id).catch(() => undefined);
    let storedSession: EntitySession | null = null;
    try {
      await stores.sessions.update((sessions) => {
        storedSession = findSession(sessions, id);
        return withoutSession(sessions, id);
      });
      return succeed(storedSession);
    } catch {
      return fail(storedSession);
    }
  }

  async function endAtProvider(environment: Environment, session: EntitySession): Promise<Result<null, LoginFailure>> {
    if (!canRefresh(session, deps.now())) return succeed(null);
    return provider.logout(environment, session.refreshToken);
  }

  async function logOut(id: string): Promise<Result<null, LoginFailure>> {
    const { deletion, session, environment } = await stores.runExclusive(() => deleteWithEnvironment(id));
    deps.announce();
    if (session === null || environment === null)
      return fail(deletion.ok ? { reason: 'gone', item: 'session' } : { reason: 'not-stored' });
    const logOutResult = environment.ok ? await endAtProvider(environment.value, session) : environment;
    return deletion.ok ? logOutResult : fail({ reason: 'not-stored' });
  }

  async function deleteWithEnvironment(id: string) {
    const deletion = await deleteSession(id);
    const session = deletion.ok ? deletion.value : deletion.failure;
    return { deletion, session, environment: session && (await requireEnvironment(stores, session.environmentId)) };
  }

  async function logOutAll(environment: Environment): Promise<boolean> {
    const { list } = await stores.sessions.read();
    let areAllDeleted = true;
    for (const session of list.filter(({ environmentId }) => environmentId === environment.id)) {
      const deletion = await deleteSession(session.id);
      areAllDeleted = deletion.ok && areAllDeleted;
      // A refresh may have replaced the tokens since they were read.
      const deletedSession = deletion.ok ? deletion.value : deletion.failure;
      void endAtProvider(environment, deletedSession ?? session);
    }
    return areAllDeleted;
  }

  const logOutEnvironment = (id: string): Promise<Result<null, LoginFailure>> =>
    stores.runExclusive(async () => {
      const environment = await requireEnvironment(stores, id);
      if (!environment.ok) return environment;
      return (await logOutAll(environment.value)) ? succeed(null) : fail({ reason: 'not-stored' });
    });

  return { logOut, logOutAll, logOutEnvironment };
}

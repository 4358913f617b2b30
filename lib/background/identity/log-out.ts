import type { Environment } from '../../identity/environment';
import type { LoginFailure } from '../../identity/failure';
import { canRefresh, type EntitySession } from '../../identity/session';
import { findSession, withoutSession } from '../../identity/sessions';
import { fail, type Result, succeed } from '../../result';
import type { Provider } from './provider';
import { environmentOf, type IdentityWorld, type Stores } from './world';

export interface LogOut {
  /** Forgets a session at once, then ends it at the provider. A failure means that only the first was done. */
  logOut(id: string): Promise<Result<null, LoginFailure>>;
  /** The same for every session of an environment that is changed or removed. */
  logOutAll(environment: Environment): Promise<void>;
  /** The same for an environment by its id. */
  logOutEnvironment(id: string): Promise<null>;
}

export function createLogOut(world: IdentityWorld, stores: Stores, provider: Provider): LogOut {
  async function forget(id: string): Promise<EntitySession | null> {
    let forgotten: EntitySession | null = null;
    await stores.sessions.update((sessions) => {
      forgotten = findSession(sessions, id);
      return withoutSession(sessions, id);
    });
    return forgotten;
  }

  async function endAtProvider(environment: Environment, session: EntitySession): Promise<Result<null, LoginFailure>> {
    // Over already: there is nothing left at the provider.
    if (!canRefresh(session, world.now())) return succeed(null);
    return provider.logout(environment, session.refreshToken);
  }

  async function logOut(id: string): Promise<Result<null, LoginFailure>> {
    const session = await forget(id);
    world.announce();
    if (session === null) return fail({ reason: 'gone', what: 'session' });
    const environment = await environmentOf(stores, session.environmentId);
    return environment.ok ? endAtProvider(environment.value, session) : environment;
  }

  async function logOutAll(environment: Environment): Promise<void> {
    const { list } = await stores.sessions.read();
    for (const { id } of list.filter(({ environmentId }) => environmentId === environment.id)) {
      const session = await forget(id);
      if (session !== null) void endAtProvider(environment, session);
    }
  }

  async function logOutEnvironment(id: string): Promise<null> {
    const environment = await environmentOf(stores, id);
    if (environment.ok) await logOutAll(environment.value);
    return null;
  }

  return { logOut, logOutAll, logOutEnvironment };
}

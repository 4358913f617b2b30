import { type Environment, isSameProvider } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import { parseEnvironment } from '#core/identity/parse-environment';
import { fail, type Result, succeed } from '#core/util/result';
import type { IdentityPayload, IdentityResponse } from '#extension/protocol/identity-protocol';
import {
  findEnvironment,
  type IdentityDeps,
  requireEnvironment,
  type Stores,
  withEnvironment,
  withoutEnvironment,
} from './identity-deps';
import type { LogOut } from './log-out';

interface EnvironmentRequests {
  select(id: string): Promise<Result<null, LoginFailure>>;
  save(request: IdentityPayload<'saveEnvironment'>): Promise<IdentityResponse<'saveEnvironment'>>;
  remove(id: string): Promise<Result<null, LoginFailure>>;
}

export function createEnvironmentRequests(
  deps: IdentityDeps,
  stores: Stores,
  { logOutAll }: LogOut,
): EnvironmentRequests {
  async function logOutOrThrow(environment: Environment): Promise<void> {
    if (!(await logOutAll(environment))) throw new Error('not stored');
  }

  /** Stores sessions on disk or only in memory after a change of `keepSessions`. Reverts the change if this fails. */
  async function storeSessionsAgain(previous: Environment): Promise<void> {
    try {
      await stores.sessions.update((sessions) => sessions);
    } catch (failure) {
      await stores.environments.update((settings) => ({
        ...settings,
        environments: settings.environments.map((each) =>
          each.id === previous.id ? { ...each, keepSessions: previous.keepSessions } : each,
        ),
      }));
      throw failure;
    }
  }

  return {
    async select(id) {
      const environment = await requireEnvironment(stores, id);
      if (!environment.ok) return environment;
      await stores.environments.update((settings) => ({ ...settings, currentId: id }));
      return succeed(null);
    },

    async save({ environmentId, draft }) {
      const parsed = parseEnvironment(draft);
      if (!parsed.ok) return fail({ reason: 'invalid', problems: [...parsed.failure] });
      const environment = { id: environmentId ?? deps.newId(), ...parsed.value };
      const previous = findEnvironment(await stores.environments.read(), environment.id);
      // A refresh token of one provider must never be sent to another.
      if (previous !== null && !isSameProvider(previous, environment)) await logOutOrThrow(previous);
      await stores.environments.update((settings) => withEnvironment(settings, environment));
      if (previous !== null && previous.keepSessions !== environment.keepSessions) await storeSessionsAgain(previous);
      return succeed(environment);
    },

    async remove(id) {
      const environment = await requireEnvironment(stores, id);
      if (!environment.ok) return environment;
      // The log-out is first, so that a worker that stops in between leaves no tokens that the user cannot see.
      await logOutOrThrow(environment.value);
      await stores.environments.update((settings) => withoutEnvironment(settings, id));
      return succeed(null);
    },
  };
}

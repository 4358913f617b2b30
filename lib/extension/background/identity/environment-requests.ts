import { type Environment, tokenEndpoint } from '#core/identity/environment';
import { parseEnvironment } from '#core/identity/environment-draft';
import type { LoginFailure } from '#core/identity/failure';
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
  async function requireLogOut(environment: Environment): Promise<void> {
    if (!(await logOutAll(environment))) throw new Error('not stored');
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
      const before = findEnvironment(await stores.environments.read(), environment.id);
      // A refresh token of one provider must never be sent to another.
      if (before !== null && !sameProvider(before, environment)) await requireLogOut(before);
      await stores.environments.update((settings) => withEnvironment(settings, environment));
      if (before?.keepSessions !== environment.keepSessions) await stores.sessions.update((sessions) => sessions);
      return succeed(environment);
    },

    async remove(id) {
      const environment = await requireEnvironment(stores, id);
      if (!environment.ok) return environment;
      // First because a worker that is stopped in between must leave no tokens that the user cannot see.
      await requireLogOut(environment.value);
      await stores.environments.update((settings) => withoutEnvironment(settings, id));
      return succeed(null);
    },
  };
}

export function sameProvider(one: Environment, other: Environment): boolean {
  return tokenEndpoint(one) === tokenEndpoint(other) && one.clientId === other.clientId;
}

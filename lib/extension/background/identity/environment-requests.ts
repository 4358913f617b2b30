import { type Environment, tokenEndpoint } from '#core/identity/environment';
import { parseEnvironment } from '#core/identity/environment-draft';
import type { LoginFailure } from '#core/identity/failure';
import { fail, type Result, succeed } from '#core/util/result';
import type { IdentityPayload, IdentityResponse } from '#extension/protocol/identity-protocol';
import { findEnvironment, withEnvironment, withoutEnvironment } from './environments';
import { type IdentityDeps, requireEnvironment, type Stores } from './identity-deps';
import type { LogOut } from './log-out';

export interface EnvironmentRequests {
  choose(id: string): Promise<Result<null, LoginFailure>>;
  save(request: IdentityPayload<'saveEnvironment'>): Promise<IdentityResponse<'saveEnvironment'>>;
  remove(id: string): Promise<Result<null, LoginFailure>>;
}

export function createEnvironmentRequests(
  deps: IdentityDeps,
  stores: Stores,
  { logOutAll }: LogOut,
): EnvironmentRequests {
  return {
    async choose(id) {
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
      if (before !== null && !sameProvider(before, environment)) await logOutAll(before);
      await stores.environments.update((settings) => withEnvironment(settings, environment));
      if (before?.keepSessions !== environment.keepSessions) await stores.sessions.update((sessions) => sessions);
      return succeed(environment);
    },

    async remove(id) {
      const environment = await requireEnvironment(stores, id);
      if (!environment.ok) return environment;
      await stores.environments.update((settings) => withoutEnvironment(settings, id));
      await logOutAll(environment.value);
      return succeed(null);
    },
  };
}

function sameProvider(one: Environment, other: Environment): boolean {
  return tokenEndpoint(one) === tokenEndpoint(other) && one.clientId === other.clientId;
}

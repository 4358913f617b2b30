import type { ActingState } from './acting-state';
import { activeEntity } from './active-entity';
import type { RegistrySession } from './registry-protocol';

/** The session in use in the chosen environment; null where nobody is logged in. */
export function registrySession(state: ActingState): RegistrySession | null {
  const environment = state.environments.find(({ id }) => id === state.currentEnvironmentId);
  const entity = activeEntity(state);
  if (environment === undefined || entity === null) return null;
  const { name: environmentName, registryUrl } = environment;
  return { sessionId: entity.sessionId, userId: entity.userId, environmentName, registryUrl };
}

import * as z from '#core/util/zod';

/** The part of `IdentityState` that the panel reads: environments and logged-in entities. */
export const actingStateSchema = z.object({
  environments: z.array(z.object({ id: z.string(), name: z.string(), registryUrl: z.string() })),
  currentEnvironmentId: z.string(),
  sessions: z.array(z.object({ id: z.string(), userId: z.string(), accessExpiresAt: z.number() })),
  activeIn: z.record(z.string(), z.string()),
});
export type ActingState = Readonly<z.infer<typeof actingStateSchema>>;

/** The active test entity, without its tokens. */
export interface ActiveEntity {
  readonly sessionId: string;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly accessExpiresAt: number;
}

/** Returns the active entity of the selected environment, or `null`. Views never get its tokens. */
export function activeEntity(state: ActingState): ActiveEntity | null {
  const id = state.activeIn[state.currentEnvironmentId];
  const session = state.sessions.find((candidate) => candidate.id === id);
  return session ? { sessionId: session.id, userId: session.userId, accessExpiresAt: session.accessExpiresAt } : null;
}

/** The registry that the panel calls, and the entity that it calls as. */
export interface RegistrySession {
  readonly sessionId: string;
  readonly userId: string;
  readonly environmentName: string;
  /** Empty if the environment has no registry. */
  readonly registryUrl: string;
}

/** Returns the registry and the active entity of the selected environment, or `null` if no entity is active. */
export function registrySession(state: ActingState): RegistrySession | null {
  const environment = state.environments.find(({ id }) => id === state.currentEnvironmentId);
  const entity = activeEntity(state);
  if (environment === undefined || entity === null) return null;
  const { name: environmentName, registryUrl } = environment;
  return { sessionId: entity.sessionId, userId: entity.userId, environmentName, registryUrl };
}

import * as z from '#core/util/zod';

/** The part of the identities' state (`IdentityState`) that the panel reads: who is logged in where, and until when. */
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

/**
 * The entity that acts in the chosen environment, or null.
 * Without its tokens, which the views never have.
 */
export function activeEntity(state: ActingState): ActiveEntity | null {
  const id = state.activeIn[state.currentEnvironmentId];
  const session = state.sessions.find((candidate) => candidate.id === id);
  return session ? { sessionId: session.id, userId: session.userId, accessExpiresAt: session.accessExpiresAt } : null;
}

/** Whom the panel's calls go out as, and where to. */
export interface RegistrySession {
  readonly sessionId: string;
  readonly userId: string;
  readonly environmentName: string;
  /** Empty if it is not known. */
  readonly registryUrl: string;
}

/** The session in use in the chosen environment, or null if no entity is logged in. */
export function registrySession(state: ActingState): RegistrySession | null {
  const environment = state.environments.find(({ id }) => id === state.currentEnvironmentId);
  const entity = activeEntity(state);
  if (environment === undefined || entity === null) return null;
  const { name: environmentName, registryUrl } = environment;
  return { sessionId: entity.sessionId, userId: entity.userId, environmentName, registryUrl };
}

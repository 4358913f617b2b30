import type { ActingState } from './acting-state';

/** The active test entity, without its tokens. */
export interface ActiveEntity {
  readonly sessionId: string;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly accessExpiresAt: number;
}

/** The entity that acts in the chosen environment, or null; without its tokens, which the views never have. */
export function activeEntity(state: ActingState): ActiveEntity | null {
  const id = state.activeIn[state.currentEnvironmentId];
  const session = state.sessions.find((candidate) => candidate.id === id);
  return session ? { sessionId: session.id, userId: session.userId, accessExpiresAt: session.accessExpiresAt } : null;
}

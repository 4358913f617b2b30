import type { ActingState } from './acting-state';

/** The entity that acts in the chosen environment, or null; without its tokens, which the views never have. */
export function activeEntity(
  state: ActingState,
): { readonly sessionId: string; readonly userId: string; readonly accessExpiresAt: number } | null {
  const id = state.activeIn[state.currentEnvironmentId];
  const session = state.sessions.find((candidate) => candidate.id === id);
  return session ? { sessionId: session.id, userId: session.userId, accessExpiresAt: session.accessExpiresAt } : null;
}

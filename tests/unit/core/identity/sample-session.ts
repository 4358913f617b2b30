import type { EntitySession } from '#core/identity/session';

export const RECEIVED_AT = 1_000_000;

/** Returns a session with the default lifetimes of a realm, which are 5 and 30 minutes from `RECEIVED_AT`. */
export function sampleSession(overrides: Partial<EntitySession> = {}): EntitySession {
  return {
    id: 'session-1',
    environmentId: 'local-registry',
    userId: 'teacher-04',
    accessToken: 'access-token-1',
    accessExpiresAt: RECEIVED_AT + 300_000,
    refreshToken: 'refresh-token-1',
    refreshExpiresAt: RECEIVED_AT + 1_800_000,
    receivedAt: RECEIVED_AT,
    tokenType: 'Bearer',
    scope: 'email profile',
    sessionState: '6e1b1c55-9a0a-4b0e-8f0e-0a6c2f8f4d0b',
    notBeforePolicy: 0,
    lastRefreshFailure: null,
    ...overrides,
  };
}

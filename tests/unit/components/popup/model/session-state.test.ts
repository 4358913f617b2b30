import { expect, it } from 'vitest';
import { sessionStateOf } from '#components/popup/model/session-state.ts';
import { RECEIVED_AT, sampleSession } from '../../../core/identity/sample-session';

it.each([
  [0, true, 'in-use'],
  [0, false, 'active'],
  [239, true, 'in-use'],
  [240, true, 'expires-soon'],
  [240, false, 'expires-soon'],
  [301, true, 'expires-soon'],
  [1800, true, 'expired'],
])('the state of a session %i s after log-in (in use: %s) is %s', (seconds, inUse, expected) => {
  expect(sessionStateOf(sampleSession(), inUse, RECEIVED_AT + seconds * 1000)).toBe(expected);
});

it('the state of a session is expires-soon if its refresh token expires soon, even if the access token is new', () => {
  const lastSession = sampleSession({ refreshExpiresAt: RECEIVED_AT + 100_000 });
  expect(sessionStateOf(lastSession, true, RECEIVED_AT + 41_000)).toBe('expires-soon');
});

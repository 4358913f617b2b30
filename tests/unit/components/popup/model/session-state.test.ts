import { expect, it } from 'vitest';
import { stateOf } from '#components/popup/model/session-actions.ts';
import { RECEIVED_AT, sampleSession } from '../../../core/identity/sample-session';

it.each([
  [0, true, 'in-use'],
  [0, false, 'active'],
  [239, true, 'in-use'],
  [240, true, 'ends-soon'],
  [240, false, 'ends-soon'],
  [301, true, 'ends-soon'],
  [1800, true, 'expired'],
])('%i s after log-in, in use: %s, it is %s', (seconds, inUse, expected) => {
  expect(stateOf(sampleSession(), inUse, RECEIVED_AT + seconds * 1000)).toBe(expected);
});

it('a session ends soon when its refresh token does, though the access token is fresh', () => {
  const last = sampleSession({ refreshExpiresAt: RECEIVED_AT + 100_000 });
  expect(stateOf(last, true, RECEIVED_AT + 41_000)).toBe('ends-soon');
});

import { expect, it } from 'vitest';
import { refreshLifetime } from '#core/identity/session';
import type { Sessions } from '#core/identity/session-store';
import {
  createSession,
  refreshTokenOf,
  withActive,
  withoutSession,
  withRefreshed,
  withSession,
} from '#core/identity/sessions';
import type { TokenResult } from '#core/identity/token-response';
import { tokenResponse } from '#tests/fixtures/token-response';
import { RECEIVED_AT, sampleSession } from './sample-session';

const noSessions: Sessions = { list: [], activeIn: {} };
const teacher = sampleSession();
const student = sampleSession({ id: 'session-2', userId: 'student-17', refreshToken: 'refresh-token-2' });
const both = withSession(withSession(noSessions, teacher), student);

it('token lifetimes start at the arrival of the response', () => {
  const tokens = {
    access_token: 'access-token-1',
    expires_in: 300,
    'not-before-policy': 0,
    refresh_expires_in: 1800,
    refresh_token: 'refresh-token-1',
    scope: 'email profile',
    session_state: teacher.sessionState,
    token_type: 'Bearer',
  } as const;
  const owner = { id: 'session-1', environmentId: 'local-registry', userId: 'teacher-04' };
  expect(createSession(owner, tokens, RECEIVED_AT)).toEqual(teacher);
});

it('the entity that logged in last is the acting entity', () => {
  expect(both.activeIn).toEqual({ 'local-registry': 'session-2' });
});

it('each environment has its own acting entity', () => {
  const elsewhere = sampleSession({ id: 'session-3', environmentId: 'staging' });
  expect(withSession(both, elsewhere).activeIn).toEqual({ 'local-registry': 'session-2', staging: 'session-3' });
});

it('logging in again replaces the earlier session of the same entity', () => {
  const newSession = sampleSession({ id: 'session-4' });
  expect(withSession(both, newSession).list.map(({ id }) => id)).toEqual(['session-2', 'session-4']);
});

it('withActive changes the acting entity, and ignores an unknown session', () => {
  expect(withActive(both, 'session-1').activeIn).toEqual({ 'local-registry': 'session-1' });
  expect(withActive(both, 'session-9')).toEqual(both);
});

it('an environment has no acting entity after the session of the acting entity was removed', () => {
  const remaining = withoutSession(both, 'session-2');
  expect(remaining.list.map(({ id }) => id)).toEqual(['session-1']);
  expect(remaining.activeIn).toEqual({});
});

it('refreshed tokens replace the earlier tokens of their session', () => {
  const renewed = { ...teacher, refreshToken: 'refresh-token-3' };
  expect(withRefreshed(both, teacher, renewed).list).toEqual([renewed, student]);
});

it('refreshed tokens are dropped if the session was removed, or has newer tokens', () => {
  const renewed = { ...teacher, refreshToken: 'refresh-token-3' };
  const withoutFirst = withoutSession(both, 'session-1');
  expect(withRefreshed(withoutFirst, teacher, renewed)).toEqual(withoutFirst);
  const newer = withRefreshed(both, teacher, { ...teacher, refreshToken: 'refresh-token-4' });
  expect(withRefreshed(newer, teacher, renewed)).toEqual(newer);
});

it('a refresh token that never expires still never expires after a refresh that returns no other refresh token', () => {
  const entity = { id: 'session-1', environmentId: 'local-registry', userId: 'teacher-04' };
  const tokens: TokenResult = { ...tokenResponse, refresh_expires_in: 0, token_type: 'Bearer' };
  const first = createSession(entity, tokens, RECEIVED_AT);
  const refreshedAt = RECEIVED_AT + 240_000;
  const refreshed = createSession(first, { ...tokens, ...refreshTokenOf(first, refreshedAt) }, refreshedAt);
  expect(refreshLifetime(refreshed, refreshedAt)).toEqual(refreshLifetime(first, RECEIVED_AT));
});

import { expect, it } from 'vitest';
import { identityService } from '#extension/protocol/identity-protocol';
import { createTestClient } from '#tests/fixtures/rpc-calls';
import { RECEIVED_AT, sampleSession } from '../../../core/identity/sample-session';
import { createTestDeps, startService, type TestIdentityDeps } from './test-identity-deps';

async function startWith(...list: readonly object[]) {
  const deps = await createTestDeps();
  await deps.sessionStorage.set('identity.sessions', { list, activeIn: { 'local-registry': 'session-1' } });
  const service = startService(deps);
  return { deps, service, call: createTestClient(identityService, service.handlers) };
}

const expectWellFormedText = (deps: TestIdentityDeps) =>
  JSON.parse(deps.sessionStorage.text(), (_key, value) => {
    if (typeof value === 'string') expect(value).not.toMatch(/\p{Surrogate}/u);
    return value;
  });

it.each([
  ['an access token with a lone surrogate', { accessToken: 'access\ud800' }],
  ['an access token with a line break', { accessToken: 'access\r\nX-Other: 1' }],
  ['an access token with a null character', { accessToken: 'access\0' }],
  ['an access token with U+007F', { accessToken: 'access\u007f' }],
  ['a refresh token with a lone surrogate', { refreshToken: 'refresh\udc00' }],
  ['a refresh token with a line break', { refreshToken: 'refresh\n' }],
  ['a user id with a lone surrogate', { userId: 'teacher\ud800' }],
  ['no token', { accessToken: undefined }],
  ['a time that is not finite', { accessExpiresAt: null }],
])('a stored log-in with %s is dropped and counted, and other log-ins are not', async (_what, change) => {
  const other = sampleSession({ id: 'session-2', userId: 'teacher-05' });
  const { deps, service, call } = await startWith({ ...sampleSession(), ...change }, other);
  expect(await call('state', {})).toMatchObject({
    ok: true,
    value: { sessions: [{ id: 'session-2' }], unreadableSessions: 1 },
  });
  const sessionGone = { ok: false, failure: { reason: 'gone', item: 'session' } };
  for (const request of ['token', 'claims', 'refresh', 'activate', 'logout'] as const)
    expect(await call(request, { sessionId: 'session-1' }), request).toEqual(sessionGone);
  await service.refreshDue();
  await service.switchToNext();
  expectWellFormedText(deps);
  expect(await call('state', {})).toMatchObject({ ok: true, value: { unreadableSessions: 0 } });
});

it.each([
  ['a scope with a lone surrogate', { scope: 'email \ud800' }],
  ['a scope that is truncated within a surrogate pair', { scope: 'x🙂'.repeat(10_000) }],
  ['a session state with a lone surrogate', { sessionState: '\udc00' }],
  ['an unknown failure', { lastRefreshFailure: { at: RECEIVED_AT, failure: { reason: 'other' } } }],
])('a stored log-in with %s is repaired and used', async (_what, change) => {
  const { call } = await startWith({ ...sampleSession(), ...change });
  const state = await call('state', {});
  if (!state.ok) throw new Error('The background has no log-in session.');
  expect(state.value).toMatchObject({
    sessions: [{ id: 'session-1', lastRefreshFailure: null }],
    unreadableSessions: 0,
  });
  expect(state.value.sessions[0]?.scope).not.toMatch(/\p{Surrogate}/u);
  expect(state.value.sessions[0]?.sessionState).not.toMatch(/\p{Surrogate}/u);
});

import { expect, it } from 'vitest';
import {
  countLogouts,
  countRefreshes,
  createTestDeps,
  logInEntity,
  readToken,
  START_MS,
  startService,
} from './test-identity-deps';

it('a token is refreshed on use only if it expires within a minute', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  const first = await readToken(service, id);
  deps.passSeconds(239);
  expect(await readToken(service, id)).toBe(first);
  expect(countRefreshes(deps)).toBe(0);
  deps.passSeconds(1);
  expect(await readToken(service, id)).not.toBe(first);
  expect(countRefreshes(deps)).toBe(1);
  expect(deps.alarm()).toBe(START_MS + 480_000);
});

it('a token is refreshed by one request if five callers need it at once, and all callers get the new token', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  deps.passSeconds(250);
  deps.idp.setFault('slow');
  const tokenRequests = Promise.all([1, 2, 3, 4, 5].map(() => readToken(service, id)));
  await deps.idp.arrived(2);
  deps.idp.release();
  expect(new Set(await tokenRequests).size).toBe(1);
  expect(countRefreshes(deps)).toBe(1);
});

it('a token is refreshed again on request after an earlier refresh has ended', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  await service.handlers.refresh({ sessionId: id });
  await service.handlers.refresh({ sessionId: id });
  expect(countRefreshes(deps)).toBe(2);
});

it('a session retains the expiry of its refresh token if a refresh returns no new refresh token', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id, refreshExpiresAt } = await logInEntity(service, deps);
  deps.passSeconds(240);
  deps.idp.setFault('no-rotation');
  await service.handlers.refresh({ sessionId: id });
  const { sessions } = await service.handlers.state({});
  const accessExpiresAt = START_MS + 540_000;
  expect(sessions).toMatchObject([{ accessExpiresAt, refreshExpiresAt, lastRefreshFailure: null }]);
});

it('a token that is valid for some more seconds is still used if the provider is unreachable', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  const first = await readToken(service, id);
  await deps.idp.stop();
  deps.passSeconds(290);
  expect(await readToken(service, id)).toBe(first);
  deps.passSeconds(10);
  expect(await service.handlers.token({ sessionId: id })).toMatchObject({
    ok: false,
    failure: { reason: 'unreachable' },
  });
});

it('an expired token is refreshed once in case the local clock is wrong, and is not refreshed again after the provider rejects it', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  deps.passSeconds(1800);
  const rejected = { ok: false, failure: { reason: 'rejected', description: 'Token is not active' } };
  expect(await service.handlers.token({ sessionId: id })).toMatchObject(rejected);
  expect(await service.handlers.token({ sessionId: id })).toMatchObject(rejected);
  expect(countRefreshes(deps)).toBe(1);
});

it('the alarm refreshes every session that is due, and is set for the next one', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  await logInEntity(service, deps, 'teacher-04');
  deps.passSeconds(100);
  await logInEntity(service, deps, 'student-17');
  deps.passSeconds(140);
  await service.refreshDue();
  expect(countRefreshes(deps)).toBe(1);
  expect(deps.alarm()).toBe(START_MS + 340_000);
});

it('the alarm refreshes a token after a restart of the worker', async () => {
  const deps = await createTestDeps();
  const { id } = await logInEntity(startService(deps), deps);
  deps.passSeconds(240);
  const restarted = startService(deps);
  await restarted.refreshDue();
  const { sessions, activeIn } = await restarted.handlers.state({});
  expect(sessions).toMatchObject([{ id, userId: 'teacher-04', accessExpiresAt: START_MS + 540_000 }]);
  expect(activeIn).toEqual({ 'local-registry': id });
  expect(countRefreshes(deps)).toBe(1);
});

it('the alarm refreshes a token once after a sleep longer than the refresh token’s lifetime, and is then cleared', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  await logInEntity(service, deps);
  deps.passSeconds(86_400);
  await service.refreshDue();
  await service.refreshDue();
  expect(countRefreshes(deps)).toBe(1);
  expect(deps.alarm()).toBeNull();
});

it('the alarm refreshes a token that looks expired only because the local clock was set forward', async () => {
  const deps = await createTestDeps();
  const { id } = await logInEntity(startService(deps), deps);
  const forward = { ...deps, now: () => deps.now() + 86_400_000 };
  const service = startService(forward);
  await service.refreshDue();
  const { sessions } = await service.handlers.state({});
  expect(sessions).toMatchObject([{ id, lastRefreshFailure: null, accessExpiresAt: forward.now() + 300_000 }]);
});

it('a token is refreshed when a page requests the state after the local clock was set back', async () => {
  const deps = await createTestDeps();
  const { id } = await logInEntity(startService(deps), deps);
  const back = { ...deps, now: () => deps.now() - 86_400_000 };
  const service = startService(back);
  await service.handlers.state({});
  await deps.idp.arrived(2);
  await service.refreshDue();
  expect((await service.handlers.state({})).sessions).toMatchObject([{ id, receivedAt: back.now() }]);
  expect(countRefreshes(deps)).toBe(1);
});

it('the alarm retries a failed refresh every half minute until it succeeds', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  await logInEntity(service, deps);
  deps.passSeconds(240);
  deps.idp.setFault('bad-gateway');
  await service.refreshDue();
  expect((await service.handlers.state({})).sessions).toMatchObject([
    { lastRefreshFailure: { at: START_MS + 240_000, failure: { reason: 'unreadable-response', status: 502 } } },
  ]);
  expect(deps.alarm()).toBe(START_MS + 270_000);
  deps.idp.setFault(null);
  deps.passSeconds(30);
  await service.refreshDue();
  expect((await service.handlers.state({})).sessions).toMatchObject([{ lastRefreshFailure: null }]);
});

it('a token whose refresh the provider rejected is not refreshed by the alarm again, and a manual refresh returns the reason', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  deps.idp.endSessions();
  deps.passSeconds(240);
  await service.refreshDue();
  deps.passSeconds(60);
  await service.refreshDue();
  expect(countRefreshes(deps)).toBe(1);
  expect(deps.alarm()).toBeNull();
  expect(await service.handlers.refresh({ sessionId: id })).toMatchObject({
    failure: { reason: 'rejected', description: 'Session not active' },
  });
});

it('tokens that expire at once are refreshed with a delay between the requests', async () => {
  const deps = await createTestDeps({ access: 0, refresh: 1800 });
  const service = startService(deps);
  await logInEntity(service, deps);
  expect(deps.alarm()).toBe(START_MS + 30_000);
  await service.refreshDue();
  expect(deps.alarm()).toBe(START_MS + 30_000);
  expect(countRefreshes(deps)).toBe(1);
});

it('a session retains its old tokens if the refresh returns another token type', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  const first = await readToken(service, id);
  deps.passSeconds(240);
  deps.idp.setFault('mac');
  await service.refreshDue();
  expect(await readToken(service, id)).toBe(first);
  expect((await service.handlers.state({})).sessions).toMatchObject([
    { lastRefreshFailure: { failure: { reason: 'not-bearer', tokenType: 'mac' } } },
  ]);
});

it('a refresh response that arrives after log-out is dropped, and its new session is ended at the provider', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  deps.idp.setFault('slow');
  const refreshed = service.handlers.refresh({ sessionId: id });
  await deps.idp.arrived(2);
  await service.handlers.logout({ sessionId: id });
  deps.idp.release();
  expect(await refreshed).toEqual({ ok: false, failure: { reason: 'gone', item: 'session' } });
  expect((await service.handlers.state({})).sessions).toEqual([]);
  expect(deps.sessionStorage.text()).not.toContain('eyJ');
  await deps.idp.arrived(4);
  expect(deps.idp.requests.at(-1)).toMatchObject({ path: expect.stringMatching(/logout$/), status: 204 });
});

it('a refresh response that arrives after another log-in does not change the new session', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  deps.idp.setFault('slow');
  const refreshed = service.handlers.refresh({ sessionId: id });
  await deps.idp.arrived(2);
  deps.idp.setFault(null);
  const again = await logInEntity(service, deps);
  const token = await readToken(service, again.id);
  deps.idp.release();
  expect(await refreshed).toMatchObject({ ok: false });
  expect(await readToken(service, again.id)).toBe(token);
  expect((await service.handlers.state({})).sessions).toMatchObject([{ id: again.id, lastRefreshFailure: null }]);
});

it('the alarm is cleared if the environment of the only session is gone', async () => {
  const deps = await createTestDeps();
  await logInEntity(startService(deps), deps);
  await deps.localStorage.set('identity.environments', { environments: [], currentId: '', lastUserIds: {} });
  deps.passSeconds(240);
  await startService(deps).refreshDue();
  expect(deps.alarm()).toBeNull();
});

it('a request for the state refreshes no token if the clock was set back to before a log-in that the provider rejected', async () => {
  const deps = await createTestDeps({ access: 0, refresh: 1800 });
  const requests: unknown[] = [];
  const service = startService({
    ...deps,
    fetch: (...request) => {
      requests.push(request);
      return fetch(...request);
    },
  });
  await logInEntity(service, deps);
  deps.idp.endSessions();
  await service.refreshDue();
  deps.passSeconds(-3600);
  await logInEntity(service, deps, 'student-17');
  const before = requests.length;
  await service.handlers.state({});
  await new Promise((resolve) => setImmediate(resolve));
  expect(requests.length).toBe(before);
});

/** Calls fetch, and sets refresh_expires_in of a response to 0, like Keycloak for offline tokens. */
const fetchOfflineTokens: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status !== 200) return response;
  return Response.json({ ...(await response.json()), refresh_expires_in: 0 });
};

it('a session whose refresh token never expires is refreshed only when its access token expires soon', async () => {
  const deps = { ...(await createTestDeps()), fetch: fetchOfflineTokens };
  const service = startService(deps);
  await logInEntity(service, deps);
  expect(deps.alarm()).toBe(START_MS + 240_000);
  await service.refreshDue();
  expect(countRefreshes(deps)).toBe(0);
});

it('a session whose refresh token never expires is ended at the provider on log-out', async () => {
  const deps = { ...(await createTestDeps()), fetch: fetchOfflineTokens };
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  await service.handlers.logout({ sessionId: id });
  expect(countLogouts(deps)).toBe(1);
});

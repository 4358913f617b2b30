import { expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import {
  attemptOf,
  countLogouts,
  createTestDeps,
  logInEntity,
  START_MS,
  startService,
  UNCANCELLED,
} from './test-identity-deps';

it('logging in returns a summary, activates the entity, sets the alarm and notifies the views', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const summary = await logInEntity(service, deps);
  expect(summary).toMatchObject({
    userId: 'teacher-04',
    tokenType: 'Bearer',
    accessExpiresAt: START_MS + 300_000,
    refreshExpiresAt: START_MS + 1_800_000,
    scope: 'email profile',
    notBeforePolicy: 0,
    lastRefreshFailure: null,
  });
  const state = await service.handlers.state({});
  expect(state.sessions).toEqual([summary]);
  expect(state.activeIn).toEqual({ 'local-registry': summary.id });
  expect(deps.alarm()).toBe(START_MS + 240_000);
  expect(deps.announced()).toBe(1);
});

it('logging in stores the user id, but not the password', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const attempt = attemptOf(deps);
  await service.handlers.login(attempt, UNCANCELLED);
  expect((await service.handlers.state({})).lastUserIds).toEqual({ 'local-registry': 'teacher-04' });
  expect(deps.localStorage.text()).toContain('teacher-04');
  expect(deps.localStorage.text() + deps.sessionStorage.text()).not.toContain(attempt.password);
});

it('logging in stores nothing if token_type is not exactly Bearer', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  deps.idp.setFault('mac');
  expect(await service.handlers.login(attemptOf(deps), UNCANCELLED)).toEqual({
    ok: false,
    failure: { reason: 'not-bearer', tokenType: 'mac' },
  });
  expect(deps.sessionStorage.text()).toBe('[]');
  expect(deps.alarm()).toBeNull();
});

it('logging in stores nothing if the password is wrong', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const outcome = await service.handlers.login(attemptOf(deps, { password: 'wrong' }), UNCANCELLED);
  expect(outcome).toMatchObject({ ok: false, failure: { reason: 'rejected', error: 'invalid_grant' } });
  expect(deps.sessionStorage.text()).toBe('[]');
});

it('logging in sends no request to a provider without host permission', async () => {
  const deps = await createTestDeps();
  deps.forbid();
  const outcome = await startService(deps).handlers.login(attemptOf(deps), UNCANCELLED);
  const host = new URL(deps.idp.url).host;
  expect(outcome).toEqual({ ok: false, failure: { reason: 'no-permission', detail: host } });
  expect(deps.idp.requests).toEqual([]);
});

it('logging in to a removed environment fails with the reason', async () => {
  const deps = await createTestDeps();
  const attempt = { ...attemptOf(deps), environmentId: 'gone' };
  expect(await startService(deps).handlers.login(attempt, UNCANCELLED)).toEqual({
    ok: false,
    failure: { reason: 'gone', item: 'environment' },
  });
});

it('logging in can be cancelled before the provider responds, and nothing is stored', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  deps.idp.setFault('slow');
  const controller = new AbortController();
  const outcome = service.handlers.login(attemptOf(deps), controller);
  await deps.idp.arrived(1);
  controller.abort();
  expect(await outcome).toEqual({ ok: false, failure: { reason: 'cancelled' } });
  expect(deps.sessionStorage.text()).toBe('[]');
});

it('logging in to an environment that is removed meanwhile stores nothing', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  deps.idp.setFault('slow');
  const outcome = service.handlers.login(attemptOf(deps), UNCANCELLED);
  await deps.idp.arrived(1);
  await service.handlers.removeEnvironment({ environmentId: 'local-registry' });
  deps.idp.release();
  expect(await outcome).toEqual({ ok: false, failure: { reason: 'gone', item: 'environment' } });
  expect((await service.handlers.state({})).sessions).toEqual([]);
});

it('logging in to an environment whose provider is changed meanwhile stores nothing, and ends the new session at its provider', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  deps.idp.setFault('slow');
  const outcome = service.handlers.login(attemptOf(deps), UNCANCELLED);
  await deps.idp.arrived(1);
  const draft = { ...LOCAL_REGISTRY, authUrl: 'https://learn.example.org' };
  await service.handlers.saveEnvironment({ environmentId: 'local-registry', draft });
  deps.idp.release();
  expect(await outcome).toEqual({ ok: false, failure: { reason: 'gone', item: 'environment' } });
  expect((await service.handlers.state({})).sessions).toEqual([]);
  await deps.idp.arrived(2);
  expect(countLogouts(deps)).toBe(1);
});

it('logging in again replaces the earlier session, and ends the earlier session at the provider', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const first = await logInEntity(service, deps);
  const second = await logInEntity(service, deps);
  expect((await service.handlers.state({})).sessions.map(({ id }) => id)).toEqual([second.id]);
  expect(second.id).not.toBe(first.id);
  await deps.idp.arrived(3);
  expect(deps.idp.requests.at(-1)?.path).toMatch(/logout$/);
});

it('several entities can be logged in at once, and the user selects the active one', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const teacher = await logInEntity(service, deps, 'teacher-04');
  const student = await logInEntity(service, deps, 'student-17');
  expect((await service.handlers.state({})).activeIn).toEqual({ 'local-registry': student.id });
  expect(await service.handlers.activate({ sessionId: teacher.id })).toEqual({ ok: true, value: null });
  expect((await service.handlers.state({})).activeIn).toEqual({ 'local-registry': teacher.id });
  expect(await service.handlers.activate({ sessionId: 'gone' })).toMatchObject({ ok: false });
});

it('logging out deletes the tokens and ends the session at the provider', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: true, value: null });
  expect(countLogouts(deps)).toBe(1);
  expect((await service.handlers.state({})).sessions).toEqual([]);
  expect(deps.alarm()).toBeNull();
  expect(await service.handlers.token({ sessionId: id })).toEqual({
    ok: false,
    failure: { reason: 'gone', item: 'session' },
  });
});

it('logging out deletes the tokens even if the provider is unreachable, and reports that it was', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  await deps.idp.stop();
  const outcome = await service.handlers.logout({ sessionId: id });
  expect(outcome).toMatchObject({ ok: false, failure: { reason: 'unreachable' } });
  expect((await service.handlers.state({})).sessions).toEqual([]);
});

it('logging out succeeds if the provider has already ended the session', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  deps.idp.endSessions();
  expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: true, value: null });
});

it('logging out of an expired session sends no request', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  deps.passSeconds(1800);
  expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: true, value: null });
  expect(countLogouts(deps)).toBe(0);
});

it('logging out all entities ends a session at the provider by the token that a refresh stored meanwhile', async () => {
  const deps = await createTestDeps();
  const refreshing = startService(deps);
  const { id } = await logInEntity(refreshing, deps);
  let isFirstRead = true;
  const sentTokens: (string | null)[] = [];
  const { handlers } = startService({
    ...deps,
    sessionStorage: {
      ...deps.sessionStorage,
      async get(key) {
        const value = await deps.sessionStorage.get(key);
        if (key === 'identity.sessions' && isFirstRead) {
          isFirstRead = false;
          await refreshing.handlers.refresh({ sessionId: id });
        }
        return value;
      },
    },
    fetch: (input, init) => {
      sentTokens.push(new URLSearchParams(String(init?.body)).get('refresh_token'));
      return fetch(input, init);
    },
  });
  const [replaced] = (await refreshing.stores.sessions.read()).list;
  await handlers.logoutAll({ environmentId: LOCAL_REGISTRY.id });
  await deps.idp.arrived(3);
  expect(sentTokens).toEqual([expect.any(String)]);
  expect(sentTokens).not.toContain(replaced?.refreshToken);
});

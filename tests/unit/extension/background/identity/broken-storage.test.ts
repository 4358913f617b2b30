import { expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { createSessionVault } from '#core/identity/session-vault';
import type { MemoryStorage } from '../../../core/identity/memory-storage';
import { createVaultStore } from '../../../core/identity/vault-store';
import {
  activeTokens,
  attemptOf,
  countLogouts,
  countRefreshes,
  createTestDeps,
  logInEntity,
  PAGE,
  START_MS,
  startService,
  UNCANCELLED,
} from './test-identity-deps';

/** Creates a storage that fails to write one key, like a full storage. */
function createFailingStorage(storage: MemoryStorage, failingKey: string | null): MemoryStorage {
  return {
    ...storage,
    set: async (key, value) => {
      if (key === failingKey) throw new Error('QUOTA_BYTES quota exceeded');
      await storage.set(key, value);
    },
  };
}

/** Logs an entity in and lets a tab act as it. After that, writes of this key fail; none fail for `null`. */
async function setUp(failingKey: string | null) {
  const deps = await createTestDeps();
  const first = startService(deps);
  const { id } = await logInEntity(first, deps);
  const [environment = LOCAL_REGISTRY] = (await first.handlers.state({})).environments;
  const draft = { ...environment, registryUrl: 'http://localhost:8091' };
  await first.handlers.saveEnvironment({ environmentId: environment.id, draft });
  await first.handlers.startActing({ tabId: 7, sessionId: id, pageOrigin: PAGE });
  expect(Object.keys(activeTokens(deps))).toEqual(['7']);
  const service = startService({ ...deps, sessionStorage: createFailingStorage(deps.sessionStorage, failingKey) });
  return { deps, service, id };
}

it('if the storage rejects a write, log-in reports it, and ends the new session at the provider', async () => {
  const deps = await createTestDeps();
  const service = startService({
    ...deps,
    sessionStorage: createFailingStorage(deps.sessionStorage, 'identity.sessions'),
  });
  expect(await service.handlers.login(attemptOf(deps), UNCANCELLED)).toEqual({
    ok: false,
    failure: { reason: 'not-stored' },
  });
  await deps.idp.arrived(2);
  expect(countLogouts(deps)).toBe(1);
});

it('if the storage rejects a write, log-in succeeds without remembering the user id', async () => {
  const deps = await createTestDeps();
  const service = startService({
    ...deps,
    localStorage: createFailingStorage(deps.localStorage, 'identity.environments'),
  });
  expect(await service.handlers.login(attemptOf(deps), UNCANCELLED)).toMatchObject({ ok: true });
});

it('if the storage rejects a write, refresh reports it, and ends no session', async () => {
  const { deps, service, id } = await setUp('identity.sessions');
  expect(await service.handlers.refresh({ sessionId: id })).toEqual({ ok: false, failure: { reason: 'not-stored' } });
  expect(countLogouts(deps)).toBe(0);
});

it('if the storage rejects a write, log-out removes the token from its tab, ends the session at the provider, and reports that the token is still stored', async () => {
  const { deps, service, id } = await setUp('identity.sessions');
  expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: false, failure: { reason: 'not-stored' } });
  expect(activeTokens(deps)).toEqual({});
  expect(countLogouts(deps)).toBe(1);
});

it('if the storage rejects a write, log-out of all entities reports that tokens are still stored', async () => {
  const { deps, service } = await setUp('identity.sessions');
  const result = await service.handlers.logoutAll({ environmentId: 'local-registry' });
  expect(result).toEqual({ ok: false, failure: { reason: 'not-stored' } });
  expect(activeTokens(deps)).toEqual({});
  await deps.idp.arrived(2);
  expect(countLogouts(deps)).toBe(1);
});

it.each([
  ['changed', { authUrl: 'http://127.0.0.1:1' }],
  ['removed', null],
])('if the storage rejects a write, an environment whose tokens remain cannot be %s', async (_case, change) => {
  const { service } = await setUp('identity.sessions');
  const { handlers } = service;
  const [environment = LOCAL_REGISTRY] = (await handlers.state({})).environments;
  const { id } = environment;
  const request = change
    ? handlers.saveEnvironment({ environmentId: id, draft: { ...environment, ...change } })
    : handlers.removeEnvironment({ environmentId: id });
  await expect(request).rejects.toThrow();
  expect((await handlers.state({})).environments).toEqual([environment]);
});

it('if the disk rejects a write, logging in again succeeds until the browser closes, and ends the earlier session at the provider', async () => {
  const deps = await createTestDeps();
  const { store, setBroken } = createVaultStore();
  const service = startService({ ...deps, vault: createSessionVault({ store, crypto }) });
  const [environment = LOCAL_REGISTRY] = (await service.handlers.state({})).environments;
  const draft = { ...environment, keepSessions: true };
  await service.handlers.saveEnvironment({ environmentId: environment.id, draft });
  await logInEntity(service, deps);
  setBroken(true);
  const { id } = await logInEntity(service, deps);
  await deps.idp.arrived(3);
  expect(countLogouts(deps)).toBe(1);
  expect(await service.handlers.refresh({ sessionId: id })).toMatchObject({ ok: true });
  expect(await service.handlers.state({})).toMatchObject({ sessions: [{ id }], hasStorageFailed: true });
});

it('if the storage rejects a write, an environment can be added', async () => {
  const { deps, service } = await setUp('identity.sessions');
  const draft = { ...LOCAL_REGISTRY, name: 'Second', authUrl: deps.idp.url };
  expect(await service.handlers.saveEnvironment({ environmentId: null, draft })).toMatchObject({ ok: true });
});

it.each([true, false])(
  'if the storage rejects a write, a failed change of “Stay logged in” leaves it at %s',
  async (keepSessions) => {
    const deps = await createTestDeps();
    const first = startService(deps);
    const [environment = LOCAL_REGISTRY] = (await first.handlers.state({})).environments;
    const request = (keep: boolean) => ({
      environmentId: environment.id,
      draft: { ...environment, keepSessions: keep },
    });
    await first.handlers.saveEnvironment(request(keepSessions));
    await logInEntity(first, deps);
    const stored = await deps.vault.read();
    const { handlers } = startService({
      ...deps,
      sessionStorage: createFailingStorage(deps.sessionStorage, 'identity.sessions'),
    });
    await expect(handlers.saveEnvironment(request(!keepSessions))).rejects.toThrow();
    expect((await handlers.state({})).environments).toMatchObject([{ keepSessions }]);
    expect(await deps.vault.read()).toEqual(stored);
  },
);

it('if the storage rejects a write, log-out removes the token from its tab permanently', async () => {
  const { deps, service, id } = await setUp('identity.acting');
  const restartedService = startService({
    ...deps,
    sessionStorage: createFailingStorage(deps.sessionStorage, 'identity.acting'),
  });
  await restartedService.acting.stopSession(id);
  await restartedService.acting.reconcile();
  expect(activeTokens(deps)).toEqual({});
  await service.handlers.logout({ sessionId: id });
  expect(activeTokens(deps)).toEqual({});
});

it('log-out removes the token from its tab even if the acting tabs cannot be read from the storage', async () => {
  const { deps, id } = await setUp(null);
  const get = (key: string) =>
    key === 'identity.acting' ? Promise.reject(new Error('I/O error')) : deps.sessionStorage.get(key);
  await startService({ ...deps, sessionStorage: { ...deps.sessionStorage, get } }).handlers.logout({
    sessionId: id,
  });
  expect(activeTokens(deps)).toEqual({});
});

it('log-out removes the token from its tab even if no alarm can be set', async () => {
  const { deps, id } = await setUp(null);
  const service = startService({ ...deps, setAlarm: () => Promise.reject(new Error('no alarms')) });
  await service.handlers.logout({ sessionId: id });
  expect(activeTokens(deps)).toEqual({});
});

it.each(['identity.sessions', 'identity.environments'])(
  'the alarm is set for a retry if %s cannot be read when it is due',
  async (unreadableKey) => {
    const deps = await createTestDeps();
    await logInEntity(startService(deps), deps);
    deps.passSeconds(240);
    let isBroken = true;
    const withFaults = (storage: MemoryStorage): MemoryStorage => ({
      ...storage,
      get: (key) => (isBroken && key === unreadableKey ? Promise.reject(new Error('I/O error')) : storage.get(key)),
    });
    const service = startService({
      ...deps,
      sessionStorage: withFaults(deps.sessionStorage),
      localStorage: withFaults(deps.localStorage),
    });
    await deps.setAlarm(null);
    await service.refreshDue();
    expect(deps.alarm()).toBe(START_MS + 270_000);
    isBroken = false;
    deps.passSeconds(30);
    await service.refreshDue();
    expect(countRefreshes(deps)).toBe(1);
  },
);

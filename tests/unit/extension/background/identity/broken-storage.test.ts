import { expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { MemoryStorage } from '../../../core/identity/memory-storage';
import {
  attemptOf,
  createTestDeps,
  logInEntity,
  logoutsOf,
  PAGE,
  startService,
  tokensInForce,
  UNCANCELLED,
} from './test-identity-deps';

/** A storage that refuses to write one of its keys, as a full one does. */
function refusing(storage: MemoryStorage, refused: string): MemoryStorage {
  return {
    ...storage,
    set: async (key, value) => {
      if (key === refused) throw new Error('QUOTA_BYTES quota exceeded');
      await storage.set(key, value);
    },
  };
}

async function setUp(refused: string) {
  const deps = await createTestDeps();
  const first = startService(deps);
  const { id } = await logInEntity(first, deps);
  const [environment = LOCAL_REGISTRY] = (await first.handlers.state({})).environments;
  const draft = { ...environment, registryUrl: 'http://localhost:8091' };
  await first.handlers.saveEnvironment({ environmentId: environment.id, draft });
  await first.handlers.startActing({ tabId: 7, sessionId: id, pageOrigin: PAGE });
  expect(Object.keys(tokensInForce(deps))).toEqual(['7']);
  const service = startService({ ...deps, sessionStorage: refusing(deps.sessionStorage, refused) });
  return { deps, service, id };
}

it('where the browser refuses to store, a log-in says so, and ends its new session at the provider', async () => {
  const deps = await createTestDeps();
  const service = startService({ ...deps, sessionStorage: refusing(deps.sessionStorage, 'identity.sessions') });
  expect(await service.handlers.login(attemptOf(deps), UNCANCELLED)).toEqual({
    ok: false,
    failure: { reason: 'not-stored' },
  });
  await deps.idp.arrived(2);
  expect(logoutsOf(deps)).toBe(1);
});

it('where the browser refuses to store, a log-in works although the user id is not remembered', async () => {
  const deps = await createTestDeps();
  const service = startService({ ...deps, localStorage: refusing(deps.localStorage, 'identity.environments') });
  expect(await service.handlers.login(attemptOf(deps), UNCANCELLED)).toMatchObject({ ok: true });
});

it('where the browser refuses to store, a refresh says so, and ends nothing', async () => {
  const { deps, service, id } = await setUp('identity.sessions');
  expect(await service.handlers.refresh({ sessionId: id })).toEqual({ ok: false, failure: { reason: 'not-stored' } });
  expect(logoutsOf(deps)).toBe(0);
});

it('where the browser refuses to store, log-out takes the token off its tab, ends the session at the provider, and says that the token is still there', async () => {
  const { deps, service, id } = await setUp('identity.sessions');
  expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: false, failure: { reason: 'not-stored' } });
  expect(tokensInForce(deps)).toEqual({});
  expect(logoutsOf(deps)).toBe(1);
});

it('where the browser refuses to store, log-out takes the token off its tab, and it does not come back', async () => {
  const { deps, service, id } = await setUp('identity.acting');
  const stuck = startService({ ...deps, sessionStorage: refusing(deps.sessionStorage, 'identity.acting') });
  await stuck.acting.stopSession(id);
  await stuck.acting.reconcile();
  expect(tokensInForce(deps)).toEqual({});
  await service.handlers.logout({ sessionId: id });
  expect(tokensInForce(deps)).toEqual({});
});

it('where the browser refuses to store, log-out takes the token off its tab also if the acting tabs cannot be read', async () => {
  const { deps, id } = await setUp('none');
  const get = (key: string) =>
    key === 'identity.acting' ? Promise.reject(new Error('I/O error')) : deps.sessionStorage.get(key);
  await startService({ ...deps, sessionStorage: { ...deps.sessionStorage, get } }).handlers.logout({
    sessionId: id,
  });
  expect(tokensInForce(deps)).toEqual({});
});

it('where the browser refuses to store, log-out takes the token off its tab also where no alarm can be set', async () => {
  const { deps, id } = await setUp('none');
  const service = startService({ ...deps, setAlarm: () => Promise.reject(new Error('no alarms')) });
  await service.handlers.logout({ sessionId: id });
  expect(tokensInForce(deps)).toEqual({});
});

import { describe, expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { MemoryStorage } from '../../../core/identity/memory-storage';
import {
  attemptOf,
  createTestWorld,
  loggedIn,
  logoutsOf,
  PAGE,
  startService,
  tokensInForce,
  UNCANCELLED,
} from './identity-world';

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
  const world = await createTestWorld();
  const first = startService(world);
  const { id } = await loggedIn(first, world);
  const [environment = LOCAL_REGISTRY] = (await first.handlers.state({})).environments;
  const draft = { ...environment, registryUrl: 'http://localhost:8091' };
  await first.handlers.saveEnvironment({ environmentId: environment.id, draft });
  await first.handlers.startActing({ tabId: 7, sessionId: id, pageOrigin: PAGE });
  expect(Object.keys(tokensInForce(world))).toEqual(['7']);
  const service = startService({ ...world, sessionStorage: refusing(world.sessionStorage, refused) });
  return { world, service, id };
}

describe('where the browser refuses to store', () => {
  it('a log-in says so, and ends what it got at the provider', async () => {
    const world = await createTestWorld();
    const service = startService({ ...world, sessionStorage: refusing(world.sessionStorage, 'identity.sessions') });
    expect(await service.handlers.login(attemptOf(world), UNCANCELLED)).toEqual({
      ok: false,
      failure: { reason: 'not-stored' },
    });
    await world.idp.arrived(2);
    expect(logoutsOf(world)).toBe(1);
  });

  it('a log-in needs no user id that is remembered', async () => {
    const world = await createTestWorld();
    const service = startService({ ...world, localStorage: refusing(world.localStorage, 'identity.environments') });
    expect(await service.handlers.login(attemptOf(world), UNCANCELLED)).toMatchObject({ ok: true });
  });

  it('a refresh says so, and ends nothing', async () => {
    const { world, service, id } = await setUp('identity.sessions');
    expect(await service.handlers.refresh({ sessionId: id })).toEqual({ ok: false, failure: { reason: 'not-stored' } });
    expect(logoutsOf(world)).toBe(0);
  });

  it('log-out takes the token off its tab, ends the session at the provider, and says that the token is still there', async () => {
    const { world, service, id } = await setUp('identity.sessions');
    expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: false, failure: { reason: 'not-stored' } });
    expect(tokensInForce(world)).toEqual({});
    expect(logoutsOf(world)).toBe(1);
  });

  it('log-out takes the token off its tab, and it does not come back', async () => {
    const { world, service, id } = await setUp('identity.acting');
    const stuck = startService({ ...world, sessionStorage: refusing(world.sessionStorage, 'identity.acting') });
    await stuck.acting.stopSession(id);
    await stuck.acting.reconcile();
    expect(tokensInForce(world)).toEqual({});
    await service.handlers.logout({ sessionId: id });
    expect(tokensInForce(world)).toEqual({});
  });

  it('log-out takes the token off its tab also where what acts cannot be read', async () => {
    const { world, id } = await setUp('none');
    const get = (key: string) =>
      key === 'identity.acting' ? Promise.reject(new Error('I/O error')) : world.sessionStorage.get(key);
    await startService({ ...world, sessionStorage: { ...world.sessionStorage, get } }).handlers.logout({
      sessionId: id,
    });
    expect(tokensInForce(world)).toEqual({});
  });

  it('log-out takes the token off its tab also where no alarm can be set', async () => {
    const { world, id } = await setUp('none');
    const service = startService({ ...world, setAlarm: () => Promise.reject(new Error('no alarms')) });
    await service.handlers.logout({ sessionId: id });
    expect(tokensInForce(world)).toEqual({});
  });
});

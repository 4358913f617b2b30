import { expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { KeyValueStorage } from '#core/identity/stored-value';
import type { IdentityDeps } from '#extension/background/identity/identity-deps';
import { createIdentityService } from '#extension/background/identity/identity-service';
import { createDeferred } from '#tests/drivers/deferred';
import { createMemoryStorage } from '../../../core/identity/memory-storage';
import { createTestDeps, logInEntity, startService, UNCANCELLED } from './test-identity-deps';

/** Creates a generator of random numbers that repeats with the same seed (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

type Delay = (maxTicks: number) => Promise<void>;

function withDelays(storage: KeyValueStorage, delay: Delay): KeyValueStorage {
  return {
    async get(key) {
      await delay(4);
      return storage.get(key);
    },
    async set(key, value) {
      await delay(4);
      await storage.set(key, value);
      await delay(4);
    },
  };
}

/** Creates two providers whose refresh tokens begin with their host. Each token is valid once. */
function createProviders(delay: Delay) {
  const validTokens = new Set<string>();
  const misdirected: string[] = [];
  let issued = 0;
  const fetchToken: typeof fetch = async (input, init) => {
    const { host, pathname } = new URL(String(input));
    const token = new URLSearchParams(String(init?.body)).get('refresh_token');
    await delay(12);
    if (token !== null && !token.startsWith(host)) misdirected.push(`${token} was sent to ${host}`);
    if (token !== null && !validTokens.delete(token)) return Response.json({ error: 'invalid_grant' }, { status: 400 });
    if (pathname.endsWith('/logout')) return new Response(null, { status: 204 });
    issued += 1;
    const refreshToken = `${host}-${issued}`;
    validTokens.add(refreshToken);
    await delay(12);
    const lifetimes = { expires_in: 60, refresh_expires_in: 1800, 'not-before-policy': 0 };
    const names = { scope: '', session_state: '', token_type: 'Bearer' };
    return Response.json({ access_token: `at-${refreshToken}`, refresh_token: refreshToken, ...lifetimes, ...names });
  };
  return { fetchToken, validTokens, misdirected };
}

const draftAt = (host: string) => ({ ...LOCAL_REGISTRY, authUrl: `http://${host}` });

/** Sends requests in an order that depends on the seed, and returns the faults. */
async function findFaults(deps: IdentityDeps, seed: number): Promise<readonly string[]> {
  const random = createRandom(seed);
  const delay: Delay = async (maxTicks) => {
    for (let tick = random(maxTicks); tick > 0; tick -= 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const { fetchToken, validTokens, misdirected } = createProviders(delay);
  const environments = { environments: [draftAt('one')], currentId: LOCAL_REGISTRY.id, lastUserIds: {} };
  const service = createIdentityService({
    ...deps,
    fetch: fetchToken,
    sessionStorage: withDelays(createMemoryStorage(), delay),
    localStorage: withDelays(createMemoryStorage({ 'identity.environments': environments }), delay),
  });
  const { handlers, stores } = service;
  const environmentId = LOCAL_REGISTRY.id;
  const sessionId = async () => (await stores.sessions.read()).list.at(random(3) - 1)?.id ?? 'none';
  const requests = [
    () => handlers.login({ environmentId, userId: `user-${random(2)}`, password: 'made-up' }, UNCANCELLED),
    () => handlers.saveEnvironment({ environmentId, draft: draftAt(random(2) === 0 ? 'one' : 'two') }),
    async () => handlers.refresh({ sessionId: await sessionId() }),
    async () => handlers.logout({ sessionId: await sessionId() }),
    () => (random(4) === 0 ? handlers.removeEnvironment({ environmentId }) : handlers.logoutAll({ environmentId })),
  ];
  const send = async (index: number): Promise<void> => {
    await delay(60);
    await requests[index % requests.length]?.();
  };
  await Promise.all(Array.from({ length: 15 }, (_, index) => send(index)));
  await delay(1);
  const [{ list }, settings] = await Promise.all([stores.sessions.read(), stores.environments.read()]);
  const hostOf = (id: string) =>
    new URL(settings.environments.find((environment) => environment.id === id)?.authUrl ?? 'http://none').host;
  const misplacedSessions = list.filter((session) => !session.refreshToken.startsWith(hostOf(session.environmentId)));
  const revokedSessions = list.filter(({ refreshToken }) => !validTokens.has(refreshToken));
  return [
    ...misdirected,
    ...misplacedSessions.map(({ refreshToken }) => `${refreshToken} is stored without its provider`),
    ...revokedSessions.map(({ refreshToken }) => `${refreshToken} is stored, but no longer valid`),
  ];
}

it('no order of concurrent requests sends a token to another provider, or stores a session without its provider', async () => {
  const deps = await createTestDeps();
  const seeds = Array.from({ length: 40 }, (_, seed) => seed);
  const faults = await Promise.all(seeds.map((seed) => findFaults(deps, seed)));
  expect(faults.flat()).toEqual([]);
});

it('removing an environment deletes its tokens, even if the worker is stopped before the removal has ended', async () => {
  const deps = await createTestDeps();
  await logInEntity(startService(deps), deps);
  const removed = createDeferred<void>();
  const localStorage: KeyValueStorage = {
    ...deps.localStorage,
    async set(key, value) {
      await deps.localStorage.set(key, value);
      if (key !== 'identity.environments') return;
      removed.resolve();
      await new Promise(() => {});
    },
  };
  const stopped = createIdentityService({ ...deps, localStorage });
  void stopped.handlers.removeEnvironment({ environmentId: LOCAL_REGISTRY.id });
  await removed.promise;
  expect((await startService(deps).handlers.state({})).environments).toEqual([]);
  expect(deps.sessionStorage.text()).not.toContain('eyJ');
});

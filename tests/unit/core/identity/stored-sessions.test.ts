import { expect, it } from 'vitest';
import { createSessionStore } from '#core/identity/session-store';
import { createSessionVault } from '#core/identity/session-vault';
import { withoutSession, withRefreshed, withSession } from '#core/identity/sessions';
import { createPersistedSessions } from '#core/identity/stored-sessions';
import { createMemoryStorage } from './memory-storage';
import { sampleSession } from './sample-session';
import { createVaultStore } from './vault-store';

/** Creates a browser with a disk. Each `start` is a start of the browser with an empty memory. */
function createBrowser(persistedEnvironments: readonly string[]) {
  const disk = createMemoryStorage();
  const vaultStore = createVaultStore();
  const vault = createSessionVault({ store: vaultStore.store, crypto });
  const persistedProviders = new Map(persistedEnvironments.map((id) => [id, 'https://auth.test']));
  const start = () => {
    const memory = createMemoryStorage();
    const storage = createPersistedSessions({
      memory,
      disk,
      vault,
      persistedProviders: async () => persistedProviders,
    });
    return { memory, store: createSessionStore(storage), hasFailed: storage.hasFailed };
  };
  return { disk, persistedProviders, start, vault, vaultStore };
}

const firstSession = sampleSession({ id: 's1', environmentId: 'here', accessToken: 'token-here' });
const secondSession = sampleSession({ id: 's3', environmentId: 'here', userId: 'too', accessToken: 'token-too' });
const sessionElsewhere = sampleSession({ id: 's2', environmentId: 'there', accessToken: 'token-there' });

it('sessions of environments that are not persisted are never written to disk, and are gone after a browser restart', async () => {
  const { disk, start, vaultStore } = createBrowser([]);
  await start().store.update((sessions) => withSession(sessions, firstSession));
  expect((await start().store.read()).list).toEqual([]);
  expect(disk.text()).toBe(createMemoryStorage().text());
  expect(vaultStore.stored()).toBeUndefined();
});

it('only sessions of persisted environments are restored after a browser restart', async () => {
  const { disk, start, vault } = createBrowser(['here']);
  await start().store.update((sessions) => withSession(withSession(sessions, firstSession), sessionElsewhere));
  expect(await start().store.read()).toMatchObject({ list: [{ id: 's1' }], activeIn: { here: 's1' } });
  expect(disk.text()).not.toContain('token-');
  expect(JSON.stringify(await vault.read())).not.toContain('token-there');
});

it('stored tokens are encrypted with a non-exportable key', async () => {
  const { start, vaultStore } = createBrowser(['here']);
  await start().store.update((sessions) => withSession(sessions, firstSession));
  const stored = vaultStore.stored();
  if (stored === undefined) throw new Error('The session should be stored.');
  expect(new TextDecoder().decode(stored.data)).not.toContain('token-here');
  await expect(crypto.subtle.exportKey('raw', stored.key)).rejects.toThrow();
});

it('log-out of the last persisted session deletes the key and the encrypted data', async () => {
  const { start, vaultStore } = createBrowser(['here']);
  const { store } = start();
  await store.update((sessions) => withSession(sessions, firstSession));
  await store.update((sessions) => withoutSession(sessions, 's1'));
  expect(vaultStore.stored()).toBeUndefined();
  expect((await start().store.read()).list).toEqual([]);
});

it('log-out of one of two sessions deletes its tokens from the encrypted data, and replaces the key', async () => {
  const { start, vault, vaultStore } = createBrowser(['here']);
  const { store } = start();
  await store.update((sessions) => withSession(withSession(sessions, firstSession), secondSession));
  const previousKey = vaultStore.stored()?.key;
  await store.update((sessions) => withoutSession(sessions, 's1'));
  expect(JSON.stringify(await vault.read())).not.toContain('token-here');
  expect((await start().store.read()).list).toMatchObject([{ id: 's3' }]);
  expect(vaultStore.stored()?.key).not.toBe(previousKey);
});

it('log-out rejects if the session cannot be deleted from disk', async () => {
  const { start, vaultStore } = createBrowser(['here']);
  const { store } = start();
  await store.update((sessions) => withSession(sessions, firstSession));
  vaultStore.setBroken(true);
  await expect(store.update((sessions) => withoutSession(sessions, 's1'))).rejects.toThrow();
  expect((await store.read()).list).toEqual([]);
});

it('log-in and log-out work until the browser closes if the disk fails, and the failure is recorded', async () => {
  const { start, vaultStore } = createBrowser(['here']);
  vaultStore.setBroken(true);
  const { store, hasFailed } = start();
  await store.update((sessions) => withSession(sessions, firstSession));
  expect((await store.read()).list).toMatchObject([{ id: 's1' }]);
  expect(await hasFailed()).toBe(true);
  await store.update((sessions) => withoutSession(sessions, 's1'));
  expect((await store.read()).list).toEqual([]);
});

it('a stored session is restored after a temporary disk failure', async () => {
  const { start, vaultStore } = createBrowser(['here']);
  await start().store.update((sessions) => withSession(sessions, firstSession));
  vaultStore.setBroken(true);
  expect((await start().store.read()).list).toEqual([]);
  vaultStore.setBroken(false);
  expect((await start().store.read()).list).toMatchObject([{ id: 's1' }]);
});

it('log-in, refresh and log-out work until the browser closes if the disk fails before stored sessions are read', async () => {
  const { start, vaultStore } = createBrowser(['here']);
  await start().store.update((sessions) => withSession(sessions, firstSession));
  vaultStore.setBroken(true);
  for (const session of [secondSession, sessionElsewhere]) {
    const { store, hasFailed } = start();
    await store.update((sessions) => withSession(sessions, session));
    const refreshed = { ...session, accessToken: 'token-new' };
    await store.update((sessions) => withRefreshed(sessions, session, refreshed));
    expect((await store.read()).list).toEqual([refreshed]);
    expect(await hasFailed()).toBe(true);
    await store.update((sessions) => withoutSession(sessions, session.id));
    expect((await store.read()).list).toEqual([]);
  }
  vaultStore.setBroken(false);
  expect((await start().store.read()).list).toMatchObject([{ id: 's1' }]);
});

it('a stored session is not restored if its environment stopped being persisted while the disk failed', async () => {
  const { persistedProviders, start, vaultStore } = createBrowser(['here']);
  await start().store.update((sessions) => withSession(sessions, firstSession));
  vaultStore.setBroken(true);
  const { store } = start();
  persistedProviders.delete('here');
  await store.update((sessions) => sessions);
  vaultStore.setBroken(false);
  expect((await start().store.read()).list).toEqual([]);
});

it('a stored session is not restored if the provider of its environment changed while the disk failed', async () => {
  const { persistedProviders, start, vaultStore } = createBrowser(['here']);
  await start().store.update((sessions) => withSession(sessions, firstSession));
  vaultStore.setBroken(true);
  expect((await start().store.read()).list).toEqual([]);
  persistedProviders.set('here', 'https://other-auth.test');
  vaultStore.setBroken(false);
  expect((await start().store.read()).list).toEqual([]);
});

it('stored data that cannot be decrypted counts as empty, and is deleted', async () => {
  const { start, vaultStore } = createBrowser(['here']);
  await start().store.update((sessions) => withSession(sessions, firstSession));
  vaultStore.damage();
  const { store, hasFailed } = start();
  expect((await store.read()).list).toEqual([]);
  expect(await hasFailed()).toBe(true);
  expect(vaultStore.stored()).toBeUndefined();
});

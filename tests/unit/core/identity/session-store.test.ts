import { expect, it } from 'vitest';
import { createSessionStore } from '#core/identity/session-store';
import { withSession } from '#core/identity/sessions';
import { type MessageText, message } from '#core/util/message';
import { createMemoryStorage } from './memory-storage';
import { sampleSession } from './sample-session';

it('a new session store is empty', async () => {
  expect(await createSessionStore(createMemoryStorage()).read()).toEqual({ list: [], activeIn: {} });
});

it('two concurrent updates of the session store are both stored', async () => {
  const store = createSessionStore(createMemoryStorage());
  const one = store.update((sessions) => withSession(sessions, sampleSession()));
  const other = store.update((sessions) => withSession(sessions, sampleSession({ id: 'session-2', userId: 'b' })));
  await Promise.all([one, other]);
  expect((await store.read()).list.map(({ id }) => id)).toEqual(['session-1', 'session-2']);
});

it('an update that throws does not block the next update of the session store', async () => {
  const store = createSessionStore(createMemoryStorage());
  const broken = store.update(() => {
    throw new Error('broken on purpose');
  });
  await expect(broken).rejects.toThrow('broken on purpose');
  await store.update((sessions) => withSession(sessions, sampleSession()));
  expect((await store.read()).list).toHaveLength(1);
});

it('the session store drops an invalid session, and returns the others', async () => {
  const list = [{ id: 'old', token: 'x' }, sampleSession()];
  const store = createSessionStore(createMemoryStorage({ 'identity.sessions': { list, activeIn: {} } }));
  expect((await store.read()).list).toEqual([sampleSession()]);
});

it.each<[string, MessageText]>([
  ['code with its parameters', [message('identity.response.missing', { name: 'refresh_token' })]],
  ['sentence, as earlier versions stored it', 'refresh_token is missing.'],
])('the session store restores the reason of a failed refresh: a %s', async (_what, detail) => {
  const lastRefreshFailure = { at: 7, failure: { reason: 'unreadable-response', status: 200, detail } } as const;
  const memory = createMemoryStorage();
  await createSessionStore(memory).update((sessions) => withSession(sessions, sampleSession({ lastRefreshFailure })));
  expect((await createSessionStore(memory).read()).list).toMatchObject([{ lastRefreshFailure }]);
});

it.each([['text'], [7], [null], [{ list: 'none' }]])(
  'the session store returns no sessions if the stored value is %o',
  async (stored) => {
    const store = createSessionStore(createMemoryStorage({ 'identity.sessions': stored }));
    expect(await store.read()).toEqual({ list: [], activeIn: {} });
  },
);

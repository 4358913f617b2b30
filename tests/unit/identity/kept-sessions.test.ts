import { describe, expect, it } from 'vitest';
import { createKeptSessions } from '../../../lib/identity/kept-sessions';
import { createSessionStore } from '../../../lib/identity/session-store';
import { withoutSession, withSession } from '../../../lib/identity/sessions';
import { createMemoryStorage } from './memory-storage';
import { sampleSession } from './sample-session';

function setUp(kept: string[]) {
  const disk = createMemoryStorage();
  const keeps = new Set(kept);
  const start = () => {
    const memory = createMemoryStorage();
    return { memory, store: createSessionStore(createKeptSessions({ memory, disk, keepsIn: async () => keeps })) };
  };
  return { disk, start };
}

const here = sampleSession({ id: 's1', environmentId: 'here', accessToken: 'token-here' });
const there = sampleSession({ id: 's2', environmentId: 'there', accessToken: 'token-there' });

describe('when the browser closes', () => {
  it('every session is gone, and nothing of it was ever on disk', async () => {
    const { disk, start } = setUp([]);
    await start().store.update((sessions) => withSession(sessions, here));
    expect((await start().store.read()).list).toEqual([]);
    expect(disk.text()).toBe(createMemoryStorage().text());
  });

  it('only the sessions of the environments that are kept come back', async () => {
    const { disk, start } = setUp(['here']);
    await start().store.update((sessions) => withSession(withSession(sessions, here), there));
    expect(await start().store.read()).toMatchObject({ list: [{ id: 's1' }], activeIn: { here: 's1' } });
    expect(disk.text()).not.toContain('token-there');
  });

  it('one that was logged out is on disk no more', async () => {
    const { disk, start } = setUp(['here']);
    const { store } = start();
    await store.update((sessions) => withSession(sessions, here));
    await store.update((sessions) => withoutSession(sessions, 's1'));
    expect(disk.text()).not.toContain('token-here');
    expect((await start().store.read()).list).toEqual([]);
  });
});

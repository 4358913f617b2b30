import { expect, it, vi } from 'vitest';
import { createMutex } from '#core/util/mutex';

const SITES = ['https://one.example/*', 'https://two.example/*', 'https://three.example/*'];

/** Creates the browser APIs that the tested code uses, with access to all sites, of which the first two are watched. */
function createFakeBrowser() {
  const stored: Record<string, unknown> = { watchedSites: SITES.slice(0, 2) };
  const locks = new Map<string, ReturnType<typeof createMutex>>();
  const runLocked = (name: string, work: () => Promise<unknown>): Promise<unknown> => {
    const lock = locks.get(name) ?? createMutex();
    locks.set(name, lock);
    return lock(work);
  };
  const chrome = {
    runtime: { id: 'abcdef', getManifest: () => ({ host_permissions: ['http://localhost/*'] }) },
    permissions: { getAll: async () => ({ origins: SITES }), remove: async () => true },
    storage: {
      local: {
        get: async (key: string) => ({ [key]: stored[key] }),
        set: async (values: object) => void Object.assign(stored, values),
      },
    },
  };
  return { chrome, stored, navigator: { locks: { request: runLocked } } };
}

it('changes of several watched sites at the same moment are all stored', async () => {
  const fake = createFakeBrowser();
  // `wxt/browser` reads the global once, when it is first imported.
  vi.stubGlobal('chrome', fake.chrome);
  vi.stubGlobal('navigator', fake.navigator);
  const { siteStorage } = await import('#extension/browser/watching');
  const [one = '', two = '', three = ''] = SITES;
  await Promise.all([siteStorage.stopPattern(one), siteStorage.forgetPattern(two), siteStorage.watchPattern(three)]);
  expect(fake.stored).toEqual({ watchedSites: [three] });
});

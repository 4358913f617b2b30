import { expect, it } from 'vitest';
import type { KeyValueStorage } from '#core/identity/stored-value';
import { nameNewRun, readRunName } from '#panel/persistence/run-name';

function createStorage(): KeyValueStorage {
  const values = new Map<string, unknown>();
  return { get: async (key) => values.get(key), set: async (key, value) => void values.set(key, value) };
}

/** Creates a browser with persistent storage. Returns a function that starts the extension in it. */
function createBrowser() {
  const persistent = createStorage();
  let names = 0;
  const newName = () => {
    names += 1;
    return `run ${names}`;
  };
  return (...tabIds: readonly number[]) => ({
    memory: createStorage(),
    persistent,
    openTabIds: async () => tabIds,
    newName,
  });
}

it('a browser run has the same name in all pages of the extension', async () => {
  const extension = createBrowser()(1, 2);
  expect([await readRunName(extension), await readRunName(extension)]).toEqual(['run 1', 'run 1']);
});

it('a browser run retains its name after an update of the extension as long as one of its tabs is open', async () => {
  const startExtension = createBrowser();
  await readRunName(startExtension(1, 2));
  expect(await readRunName(startExtension(2, 3))).toBe('run 1');
  expect(await readRunName(startExtension(3))).toBe('run 1');
});

it('a browser run with other tabs has another name', async () => {
  const startExtension = createBrowser();
  await readRunName(startExtension(1, 2));
  expect(await readRunName(startExtension(11, 12))).toBe('run 2');
});

it('a tab that is opened later is added to the run when a panel reads the run name again', async () => {
  const startExtension = createBrowser();
  const first = startExtension(1);
  await readRunName(first);
  await readRunName({ ...first, openTabIds: async () => [5] });
  expect(await readRunName(startExtension(5))).toBe('run 1');
});

it('a panel without any tab ids does not remove the tab ids of the run', async () => {
  const startExtension = createBrowser();
  const first = startExtension(1);
  await readRunName(first);
  await readRunName({ ...first, openTabIds: async () => [] });
  expect(await readRunName(startExtension(1))).toBe('run 1');
});

it('a browser start creates a new run name even if tab ids repeat', async () => {
  const startExtension = createBrowser();
  await readRunName(startExtension(1));
  const second = startExtension(1);
  expect(await readRunName(second)).toBe('run 1');
  await nameNewRun(second);
  expect(await readRunName(second)).toBe('run 2');
});

it('a browser start retains the name of the new run if a panel has created it already', async () => {
  const startExtension = createBrowser();
  await readRunName(startExtension(1));
  const second = startExtension(11);
  expect(await readRunName(second)).toBe('run 2');
  await nameNewRun(second);
  expect(await readRunName(second)).toBe('run 2');
});

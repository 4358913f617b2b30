import { expect, it } from 'vitest';
import type { KeyValueStorage } from '#core/identity/stored-value';
import { nameNewRun, readRunName } from '#panel/persistence/run-name';

function createStorage(): KeyValueStorage {
  const values = new Map<string, unknown>();
  return { get: async (key) => values.get(key), set: async (key, value) => void values.set(key, value) };
}

/** A browser with a lasting storage; `extension` is one start of the extension in it. */
function createBrowser() {
  const lasting = createStorage();
  let names = 0;
  const newName = () => {
    names += 1;
    return `run ${names}`;
  };
  return (...tabIds: readonly number[]) => ({
    memory: createStorage(),
    lasting,
    openTabIds: async () => tabIds,
    newName,
  });
}

it('a run has one name for all pages of the extension', async () => {
  const extension = createBrowser()(1, 2);
  expect([await readRunName(extension), await readRunName(extension)]).toEqual(['run 1', 'run 1']);
});

it('a run keeps its name when the extension is updated, as long as one of its tabs is open', async () => {
  const startExtension = createBrowser();
  await readRunName(startExtension(1, 2));
  expect(await readRunName(startExtension(2, 3))).toBe('run 1');
  expect(await readRunName(startExtension(3))).toBe('run 1');
});

it('a run of the browser with other tabs has another name', async () => {
  const startExtension = createBrowser();
  await readRunName(startExtension(1, 2));
  expect(await readRunName(startExtension(11, 12))).toBe('run 2');
});

it('tabs that are opened later are known once a panel asks again', async () => {
  const startExtension = createBrowser();
  const first = startExtension(1);
  await readRunName(first);
  await readRunName({ ...first, openTabIds: async () => [5] });
  expect(await readRunName(startExtension(5))).toBe('run 1');
});

it('a panel that knows no tabs forgets none', async () => {
  const startExtension = createBrowser();
  const first = startExtension(1);
  await readRunName(first);
  await readRunName({ ...first, openTabIds: async () => [] });
  expect(await readRunName(startExtension(1))).toBe('run 1');
});

it('the start of the browser names a run again whose tabs have the ids of the run before', async () => {
  const startExtension = createBrowser();
  await readRunName(startExtension(1));
  const second = startExtension(1);
  expect(await readRunName(second)).toBe('run 1');
  await nameNewRun(second);
  expect(await readRunName(second)).toBe('run 2');
});

it('the start of the browser leaves the name of a run that a panel named already', async () => {
  const startExtension = createBrowser();
  await readRunName(startExtension(1));
  const second = startExtension(11);
  expect(await readRunName(second)).toBe('run 2');
  await nameNewRun(second);
  expect(await readRunName(second)).toBe('run 2');
});

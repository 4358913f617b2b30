import { effect } from '@preact/signals';
import { expect, it } from 'vitest';
import { keepForSetting } from '#components/panel/captures/capture-settings.ts';
import { listSetting } from '#components/panel/event-list/columns/list-settings.ts';
import { timelineSetting } from '#components/panel/timeline/TimelineCheckbox.tsx';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { waitFor } from '#tests/drivers/wait-for';
import { settingsOf } from '#tests/fixtures/panel-settings';
import { createTestStores } from '#tests/fixtures/panel-stores';

const KEY = 'panelSettings';

async function openPanel(stored?: unknown, storage = createMemoryStore()) {
  if (stored !== undefined) await storage.set(KEY, stored);
  const { stores } = createTestStores({}, storage);
  await stores.app.settings.load();
  return { stores, storage };
}

const defaults = {
  preserveLog: true,
  keepFor: 'browser',
  list: { columns: {}, fields: [], widths: {}, sort: null, groupBy: 'none' },
  detail: { side: 'auto', right: 37, below: 55 },
  timeline: true,
  addsManualCdata: true,
  realSites: [],
};

it.each([
  [undefined, {}],
  ['x', {}],
  [null, {}],
  [{ preserveLog: false }, { preserveLog: false }],
  [{ preserveLog: 1, keepFor: 'for ever', list: 7, detail: null, realSites: [3] }, {}],
  [{ keepFor: 'week' }, { keepFor: 'week' }],
  [{ list: { columns: { page: false }, sort: 'x' } }, { list: { ...defaults.list, columns: { page: false } } }],
  [{ detail: { side: 'below', right: 3 } }, { detail: { ...defaults.detail, side: 'below' } }],
])('invalid parts of stored settings are replaced by defaults: %j', async (stored, selected) => {
  const { stores } = await openPanel(stored);
  expect(settingsOf(stores)).toEqual({ ...defaults, ...selected });
});

it('a changed setting is stored, and stored settings of another version are preserved', async () => {
  const { stores, storage } = await openPanel({ keepFor: 'week', ofANewerVersion: { x: 1 } });
  stores.get(timelineSetting).set(false);
  const expected = { keepFor: 'week', ofANewerVersion: { x: 1 }, timeline: false };
  await waitFor(async () => expect(await storage.get(KEY)).toEqual(expected));
});

it('settings that two panels change at the same moment are all stored', async () => {
  const { stores: one, storage } = await openPanel();
  const { stores: other } = await openPanel(undefined, storage);
  one.get(timelineSetting).set(false);
  other.get(keepForSetting).set('day');
  await waitFor(async () => expect(await storage.get(KEY)).toEqual({ timeline: false, keepFor: 'day' }));
  await waitFor(() => expect(other.get(timelineSetting).value).toBe(false));
  expect(one.get(keepForSetting).value).toBe('day');
});

it('a setting that is changed after the stored settings could not be read leaves them unchanged', async () => {
  const storage = createMemoryStore();
  await storage.set(KEY, { keepFor: 'week' });
  let isBroken = true;
  const get = async (key: string) => (isBroken ? Promise.reject(new Error('I/O error')) : storage.get(key));
  const { stores } = await openPanel(undefined, { ...storage, get });
  stores.get(timelineSetting).set(false);
  await waitFor(() => expect(stores.app.toasts.list.value).toHaveLength(1));
  expect(await storage.get(KEY)).toEqual({ keepFor: 'week' });
  isBroken = false;
  stores.get(listSetting).set({ ...defaults.list, groupBy: 'page' });
  const list = { ...defaults.list, groupBy: 'page' };
  await waitFor(async () => expect(await storage.get(KEY)).toEqual({ keepFor: 'week', timeline: false, list }));
});

it('settings that the user changes before the stored settings are read take precedence over the stored settings', async () => {
  const storage = createMemoryStore();
  await storage.set(KEY, { keepFor: 'week', timeline: true });
  const { stores } = createTestStores({}, storage);
  stores.get(timelineSetting).set(false);
  await stores.app.settings.load();
  expect(stores.get(keepForSetting).value).toBe('week');
  await waitFor(async () => expect(await storage.get(KEY)).toEqual({ keepFor: 'week', timeline: false }));
});

it('a setting that is changed in one panel also changes in other panels, without affecting the remaining settings', async () => {
  const { stores: one, storage } = await openPanel();
  const { stores: other } = await openPanel(undefined, storage);
  const values: unknown[] = [];
  effect(() => void values.push(other.get(listSetting).value));
  one.get(keepForSetting).set('day');
  await waitFor(() => expect(other.get(keepForSetting).value).toBe('day'));
  expect(values).toHaveLength(1);
});

it('settings that cannot be stored still apply, and the user is notified', async () => {
  const broken = { ...createMemoryStore(), set: async () => Promise.reject(new Error('QuotaExceededError')) };
  const { stores } = await openPanel(undefined, broken);
  stores.get(timelineSetting).set(false);
  await waitFor(() =>
    expect(stores.app.toasts.list.value.map(({ text }) => text())).toEqual([
      'The browser’s storage is full. Settings apply until this panel closes.',
    ]),
  );
  expect(stores.get(timelineSetting).value).toBe(false);
});

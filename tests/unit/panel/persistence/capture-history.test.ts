import { expect, it, vi } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createCaptureHistory } from '#panel/persistence/capture-history';
import { noLock } from '#panel/persistence/capture-lock';
import { createCaptureWrite } from '#panel/persistence/stored-capture';
import { createDeferred } from '#tests/drivers/deferred';
import { callOf, recordOf } from '#tests/fixtures/records';
import { createFakeTimers, createMemoryCaptures } from './memory-captures';

const DAY_MS = 24 * 60 * 60 * 1000;
const progress = { document: { readUpTo: 3, sdks: [[0, { global: '$t', generation: '2.x' }] as const] } };

function openHistory(
  captures = createMemoryCaptures(),
  { browserSession = 'run 1', tabId = 4, now = 1_000, lock = noLock } = {},
) {
  const list = createRecords();
  const timers = createFakeTimers();
  const notify = vi.fn();
  const history = createCaptureHistory({
    openStorage: async () => captures.storage,
    browserSession: async () => browserSession,
    tabId,
    lock,
    list,
    progress: () => progress,
    now: () => now,
    scheduler: timers.scheduler,
    isBurst: () => false,
    onValuesStored: () => {},
    notify: (problem) => notify(messageText(problem)),
  });
  return { history, list, timers, notify, captures };
}

/** Opens a panel, adds an event and a navigation, and closes the panel. Returns the stored captures. */
async function storeOneCapture() {
  const panel = openHistory();
  await panel.history.load('browser');
  panel.history.select('browser');
  panel.list.apply([recordOf(1)]);
  panel.list.addNavigations([{ at: 2, url: 'http://localhost/', afterRow: 1 }]);
  panel.history.flush();
  return panel.captures;
}

it('the capture of a tab is restored when the panel is reopened, with its events, navigations and log positions', async () => {
  const { history } = openHistory(await storeOneCapture());
  const stored = await history.load('browser');
  expect(stored?.records).toEqual([recordOf(1).observed]);
  expect(stored?.metadata.navigations).toEqual([{ at: 2, url: 'http://localhost/', afterRow: 1 }]);
  expect(stored?.metadata.progress).toEqual(progress);
});

it.each([
  ['another tab', { tabId: 5 }],
  ['the same tab id of another run of the browser', { browserSession: 'run 2' }],
])('the capture of a tab is not restored in %s', async (_, options) => {
  expect(await openHistory(await storeOneCapture(), options).history.load('browser')).toBeNull();
});

it.each([
  ['browser', 'run 1', 300 * DAY_MS, 1],
  ['browser', 'run 2', 0, 0],
  ['day', 'run 1', DAY_MS - 1, 1],
  ['day', 'run 2', DAY_MS - 1, 1],
  ['day', 'run 1', DAY_MS + 1, 0],
  ['week', 'run 2', 7 * DAY_MS - 1, 1],
  ['week', 'run 2', 7 * DAY_MS + 1, 0],
  ['none', 'run 1', 0, 0],
] as const)(
  'stored captures expire by their setting: stored for %s, opened in %s after %d ms, %d remaining',
  async (keepFor, browserSession, age, remaining) => {
    const { history, captures } = openHistory(await storeOneCapture(), { browserSession, now: 1_000 + age, tabId: 9 });
    await history.load(keepFor);
    expect(captures.metadataByKey.size).toBe(remaining);
  },
);

it('the capture of a tab in another format is deleted, and reported as unreadable', async () => {
  const captures = await storeOneCapture();
  captures.metadataByKey.set('run 1 4', { key: 'run 1 4', format: 0 });
  const { history, notify } = openHistory(captures);
  expect(await history.load('browser')).toBeNull();
  expect(notify).toHaveBeenCalledWith(expect.stringMatching(/^Stored events of this tab were unreadable/));
  expect(captures.metadataByKey.size).toBe(0);
});

it('the capture of a tab with a damaged record is deleted, and reported as unreadable', async () => {
  const captures = await storeOneCapture();
  captures.rowsOf('run 1 4').set(2, { row: 'two' });
  const { history, notify } = openHistory(captures);
  expect(await history.load('browser')).toBeNull();
  expect(notify).toHaveBeenCalledTimes(1);
  expect(captures.metadataByKey.size).toBe(0);
});

it('the capture of a tab is deleted when storing is turned off, and stored completely when storing is turned on again', async () => {
  const { history, list, captures, timers } = openHistory();
  await history.load('browser');
  history.select('browser');
  list.apply([recordOf(1)]);
  history.flush();
  history.select('none');
  expect(captures.metadataByKey.size).toBe(0);
  history.select('day');
  timers.run();
  expect([...captures.rowsOf('run 1 4').keys()]).toEqual([1]);
});

it('the second panel of a tab shows the stored capture, writes nothing while the first panel is open, and then replaces it by its own list', async () => {
  const captures = await storeOneCapture();
  const acquired = createDeferred<void>();
  const second = openHistory(captures, { lock: { isAcquired: Promise.resolve(false), acquired: acquired.promise } });
  const stored = await second.history.load('browser');
  second.list.apply(stored?.records ?? []);
  second.history.select('browser');
  second.list.clear();
  second.list.forget();
  second.list.apply([recordOf(2), recordOf(3)]);
  second.timers.run();
  expect([...captures.rowsOf('run 1 4').keys()]).toEqual([1]);
  acquired.resolve();
  await acquired.promise;
  second.timers.run();
  expect([...captures.rowsOf('run 1 4').keys()]).toEqual([2, 3]);
});

it('the second panel of a tab does not delete long values that the first panel stored if its own list has their rows', async () => {
  const recordWithLongValue = (row: number) => recordOf(row, { call: callOf({ args: [`${row}`.repeat(100_000)] }) });
  const first = openHistory();
  await first.history.load('browser');
  first.history.select('browser');
  first.list.apply([recordWithLongValue(1)]);
  first.history.flush();
  const acquired = createDeferred<void>();
  const second = openHistory(first.captures, {
    lock: { isAcquired: Promise.resolve(false), acquired: acquired.promise },
  });
  const stored = await second.history.load('browser');
  second.list.apply(stored?.records ?? []);
  second.history.select('browser');
  first.list.apply([recordWithLongValue(2)]);
  first.history.flush();
  acquired.resolve();
  await acquired.promise;
  second.timers.run();
  const read = second.history.valueStore.read;
  expect((await read(1))?.args).toEqual(['1'.repeat(100_000)]);
  expect(await read(2)).toBeNull();
});

it('the panel works without a database, and reports that nothing is stored', async () => {
  const notify = vi.fn();
  const history = createCaptureHistory({
    openStorage: () => Promise.reject(new Error('InvalidStateError')),
    browserSession: async () => 'run 1',
    tabId: 1,
    lock: noLock,
    list: createRecords(),
    progress: () => ({}),
    now: () => 0,
    scheduler: createFakeTimers().scheduler,
    isBurst: () => false,
    onValuesStored: () => {},
    notify: (problem) => notify(messageText(problem)),
  });
  expect(await history.load('browser')).toBeNull();
  history.select('browser');
  history.flush();
  expect(notify).toHaveBeenCalledWith(expect.stringMatching(/^IndexedDB isn’t responding\..*Recording continues/));
});

it('long values are stored again when storing is turned on again after the database was full', async () => {
  const panel = openHistory();
  const { history, list, timers, captures } = panel;
  await history.load('browser');
  history.select('browser');
  captures.breakDown();
  list.apply([recordOf(1)]);
  timers.run();
  await Promise.resolve();
  expect(history.valueStore.isOpen()).toBe(false);
  captures.repair();
  history.select('none');
  history.select('browser');
  timers.run();
  expect(history.valueStore.isOpen()).toBe(true);
  expect(captures.rowsOf('run 1 4').size).toBe(1);
});

it('a capture that the database returned too late is replaced, not mixed with the new events', async () => {
  const captures = await storeOneCapture();
  const { storage } = captures;
  const response = createDeferred<void>();
  const panel = openHistory({
    ...captures,
    storage: { ...storage, metadata: () => response.promise.then(storage.metadata) },
  });
  const loading = panel.history.load('browser');
  await Promise.resolve();
  panel.timers.run();
  expect(await loading).toBeNull();
  response.resolve();
  await response.promise;
  panel.list.apply([recordOf(7)]);
  panel.history.select('browser');
  panel.history.flush();
  expect([...captures.rowsOf('run 1 4').keys()]).toEqual([7]);
});

it('the panel does not wait for a database that never responds', async () => {
  const timers = createFakeTimers();
  const notify = vi.fn();
  const history = createCaptureHistory({
    openStorage: () => new Promise(() => undefined),
    browserSession: async () => 'run 1',
    tabId: 1,
    lock: noLock,
    list: createRecords(),
    progress: () => ({}),
    now: () => 0,
    scheduler: timers.scheduler,
    isBurst: () => false,
    onValuesStored: () => {},
    notify: (problem) => notify(messageText(problem)),
  });
  const loading = history.load('browser');
  timers.run();
  expect(await loading).toBeNull();
  expect(notify).toHaveBeenCalledTimes(1);
});

it('a stored capture includes its format version, so that a later version does not misread it', () => {
  const head = {
    key: 'k',
    browserSession: 'b',
    updatedAt: 1,
    url: '',
    events: 0,
    progress: {},
    navigations: [],
    clearedThrough: 0,
  };
  expect(createCaptureWrite(head, null).metadata.format).toBe(3);
});

it('a reopened panel does not restore cleared events if the browser closed before the panel deleted them', async () => {
  const panel = openHistory();
  await panel.history.load('browser');
  panel.history.select('browser');
  panel.list.apply([recordOf(1), recordOf(2)]);
  panel.list.clear();
  panel.list.apply([recordOf(3)]);
  panel.timers.run();
  const { history, list, captures, timers } = openHistory(panel.captures);
  const stored = await history.load('browser');
  expect(stored?.records.map(({ row }) => row)).toEqual([3]);
  expect(stored?.metadata.clearedThrough).toBe(2);
  list.apply(stored?.records ?? []);
  history.select('browser');
  list.apply([recordOf(4)]);
  timers.run();
  expect([...captures.rowsOf('run 1 4').keys()]).toEqual([3, 4]);
});

it('a reopened panel restores cleared events whose clearing was undone before the browser closed', async () => {
  const panel = openHistory();
  await panel.history.load('browser');
  panel.history.select('browser');
  panel.list.apply([recordOf(1), recordOf(2)]);
  panel.list.clear();
  panel.timers.run();
  panel.list.restore();
  panel.timers.run();
  const stored = await openHistory(panel.captures).history.load('browser');
  expect(stored?.records.map(({ row }) => row)).toEqual([1, 2]);
});

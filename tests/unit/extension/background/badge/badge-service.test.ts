import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { SecretGuard } from '#core/journey/correlator/observations';
import { isJsonArray, isJsonObject } from '#core/json/json';
import { type FindingPolicy, noPolicy } from '#core/report/finding-policy';
import type { RuleSet } from '#core/telemetry/findings';
import type { UnwatchedLog } from '#core/wire/page-messages';
import { createBadgeService, createTabCounts } from '#extension/background/badge/badge-service';
import { noGuard } from '#tests/fixtures/no-guard';
import { findingOf } from '#tests/fixtures/records';
import { createMemoryStorage } from '../../../core/identity/memory-storage';

const TAB = 7;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const wrongType = findingOf();

/** Finds a violation in each call whose type is “click”. */
const ruleSet: RuleSet = {
  id: 'definition',
  check(subject) {
    const data = subject.type === 'call' ? subject.args[0] : null;
    return isJsonObject(data) && data.type === 'click' ? [wrongType] : [];
  },
};

/** Starts a worker. A restarted worker has the same storage and nothing else. */
function startWorker(
  storage = createMemoryStorage(),
  policy: FindingPolicy = noPolicy,
  countsManual = false,
  guard: SecretGuard = noGuard,
) {
  const shown: string[] = [];
  const service = createBadgeService({
    guard,
    ruleSets: [ruleSet],
    counts: createTabCounts(storage),
    readSettings: async () => ({ policy, countsManual }),
    show: async (tabId, wrong) => void shown.push(`${tabId}: ${wrong}`),
  });
  return {
    storage,
    shown,
    handle: (log: UnwatchedLog) => service.handle(log, TAB),
    handlePanel: service.handlePanel,
    read: () => service.read(TAB),
  };
}

const callOf = (callId: string, data: object) => [
  {
    type: 'called',
    at: 1,
    callId,
    method: 'interact',
    sdk: 0,
    firedBy: null,
    batchSize: 20,
    hasDid: true,
    args: [data],
    truncations: [],
  },
  { type: 'emitted', at: 2, callId, event: { eid: 'INTERACT', mid: callId, edata: data }, truncations: [] },
];
const sentOf = (requestId: string, emitted: object | undefined) => ({
  ...{
    type: 'sending',
    at: 3,
    requestId,
    transport: 'fetch',
    method: 'POST',
    url: 'http://localhost/t',
    encoding: 'text',
  },
  body: JSON.stringify({ events: [emitted && 'event' in emitted ? emitted.event : null] }),
});
const countsOf = (events: number, invalid: number, wrong = invalid) => ({ events, invalid, wrong });
const touch = { type: 'TOUCH' };
const click = { type: 'click' };
const pageHide = { type: 'pagehide', at: 3, persisted: false };

/** Returns the message of a relay with the observations from the number `from` on. */
function logOf(documentKey: string, all: readonly object[], from = 1, unloaded = false) {
  const observations = all.map((observation, index) => ({ seq: index + 1, text: JSON.stringify(observation) }));
  return {
    isTop: true,
    documentKey,
    next: all.length + 1,
    heldFrom: 1,
    observations: observations.slice(from - 1),
    unloaded,
  };
}

it('the badge of a tab counts the invalid events of all documents of the tab', async () => {
  const { handle, shown } = startWorker();
  await handle(logOf('page', [...callOf('a', click), ...callOf('b', touch)]));
  await handle(logOf('frame', callOf('a', click)));
  expect(shown).toEqual(['7: 1', '7: 2']);
});

it('the badge of a tab counts events lost with the page, and counts an event that is both invalid and lost once', async () => {
  const { handle, shown } = startWorker();
  const events = [...callOf('a', click), ...callOf('b', touch)];
  await handle(logOf('page', events));
  await handle(logOf('page', [...events, pageHide], 5, true));
  expect(shown).toEqual(['7: 1', '7: 2']);
});

it.each<[string, FindingPolicy]>([
  [
    'is ignored at its site',
    { severities: {}, ignore: [{ site: '', code: 'not-in-list', path: 'edata.type', reason: '' }] },
  ],
  ['is not an error by the user’s severities', { severities: { 'not-in-list': 'warning' }, ignore: [] }],
])('the badge of a tab does not count an event that %s', async (_, policy) => {
  const { handle, shown } = startWorker(createMemoryStorage(), policy);
  await handle(logOf('page', [...callOf('a', click), ...callOf('b', touch)]));
  expect(shown).toEqual(['7: 0']);
});

it('the badge of a tab counts manually fired events only if the settings include them', async () => {
  const manual = callOf('a', click).map((observation) =>
    'firedBy' in observation ? { ...observation, firedBy: 'request' } : observation,
  );
  const log = logOf('page', [...manual, ...callOf('b', click)]);
  const [withoutManual, withManual] = [startWorker(), startWorker(createMemoryStorage(), noPolicy, true)];
  await withoutManual.handle(log);
  await withManual.handle(log);
  expect([withoutManual.shown, withManual.shown]).toEqual([['7: 1'], ['7: 2']]);
});

it('the badge of a tab does not count a repeated report twice', async () => {
  const { handle, shown } = startWorker();
  await handle(logOf('page', callOf('a', click)));
  await handle(logOf('page', callOf('a', click)));
  expect(shown).toEqual(['7: 1', '7: 1']);
});

it('the badge of a tab is counted from the whole log, which is requested after a restart of the worker', async () => {
  const before = startWorker();
  const events = [...callOf('a', click), ...callOf('b', click)];
  await before.handle(logOf('page', events.slice(0, 2)));
  const after = startWorker(before.storage);
  expect(await after.handle(logOf('page', events, 3))).toEqual({ from: 1 });
  expect(after.shown).toEqual([]);
  expect(await after.handle(logOf('page', events))).toBeNull();
  expect(after.shown).toEqual(['7: 2']);
});

it('the badge service requests the log of a page that is restored from the cache and reports no observations', async () => {
  const log = { ...logOf('page', callOf('a', click)), observations: [] };
  expect(await startWorker().handle(log)).toEqual({ from: 1 });
});

it('the badge service does not request observations that the page has dropped', async () => {
  const log = { ...logOf('page', callOf('a', click), 2), heldFrom: 2 };
  expect(await startWorker().handle(log)).toBeNull();
});

it('the badge of a tab counts any number of events, and the worker frees the memory of all but the newest', async () => {
  const redactedArgs: WeakRef<object>[] = [];
  const guard: SecretGuard = {
    ...noGuard,
    redact(value) {
      if (isJsonArray(value) && isJsonObject(value[0])) redactedArgs.push(new WeakRef(value[0]));
      return value;
    },
  };
  const worker = startWorker(undefined, noPolicy, false, guard);
  const callCount = 4_500;
  const calls = Array.from({ length: callCount }, (_, index) => callOf(`c${index}`, click));
  const all = calls.flatMap((call, index) => [
    ...call,
    { type: 'returned', at: 2, callId: `c${index}`, settled: true },
    sentOf(`r${index}`, call[1]),
  ]);
  const { observations, ...log } = logOf('one', all);
  for (let first = 0; first < observations.length; first += 400)
    await worker.handle({ ...log, observations: observations.slice(first, first + 400) });
  expect(await worker.read()).toEqual(countsOf(callCount, callCount));
  expect(redactedArgs.length).toBeGreaterThanOrEqual(callCount);
  await new Promise(setImmediate);
  collectGarbage();
  expect(redactedArgs.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(callCount / 2);
});

it('the badge of a tab includes earlier pages after a restart of the worker', async () => {
  const before = startWorker();
  await before.handle(logOf('page 1', [...callOf('a', click), pageHide], 1, true));
  const after = startWorker(before.storage);
  await after.handle(logOf('page 2', callOf('a', click)));
  expect(after.shown).toEqual(['7: 2']);
});

it('the badge of a tab ignores a forged observation', async () => {
  const { handle, shown } = startWorker();
  const forged = { ...logOf('page', []), observations: [{ seq: 1, text: '{' }], next: 2 };
  await handle(forged);
  expect(shown).toEqual(['7: 0']);
});

it('the badge of a tab continues with the counts of the panel, which include unloaded pages', async () => {
  const { handle, handlePanel, shown, storage } = startWorker();
  await handle(logOf('page 1', callOf('a', click)));
  await handlePanel({ tabId: TAB, documents: { 'page 1': countsOf(4, 2), 'page 2': countsOf(3, 1, 3) } });
  await handle(logOf('page 3', callOf('a', click)));
  await startWorker(storage).handle(logOf('page 4', callOf('a', click)));
  expect(shown).toEqual(['7: 1', '7: 5', '7: 6']);
});

it('the badge of a tab does not include events that a panel has cleared', async () => {
  const { handle, handlePanel, shown } = startWorker();
  const events = [...callOf('a', click), ...callOf('b', click)];
  await handle(logOf('page', events.slice(0, 2)));
  await handlePanel({ tabId: TAB, documents: {} });
  await handle({ ...logOf('page', events, 3), heldFrom: 3 });
  expect(shown).toEqual(['7: 1', '7: 0', '7: 1']);
});

it('the badge of a tab ignores the counts of a panel of another tab', async () => {
  const { handle, handlePanel, shown } = startWorker();
  await handle(logOf('page', callOf('a', click)));
  await handlePanel({ tabId: TAB + 1, documents: { other: countsOf(5, 5) } });
  await handle(logOf('page', [...callOf('a', click), ...callOf('b', click)], 3));
  expect(shown).toEqual(['7: 1', '8: 5', '7: 2']);
});

it('the badge of a tab includes the counts of documents beyond the limit in its sum', async () => {
  const { handle, shown } = startWorker();
  for (let page = 1; page <= 60; page += 1) await handle(logOf(`page ${page}`, callOf('a', click)));
  expect(shown.at(-1)).toBe('7: 60');
});

/** Creates a storage that sorts the keys of objects, like Chromium’s storage. */
function createSortingStorage() {
  const { get, set } = createMemoryStorage();
  return { get, set: (key: string, value: unknown) => set(key, withSortedKeys(value)) };
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const entries = Object.entries(value).map(([key, inner]) => [key, withSortedKeys(inner)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

it('a page that reports before and after its frame is counted once, also beyond the limit of documents', async () => {
  const counts = createTabCounts(createSortingStorage());
  for (let page = 1; page <= 120; page += 1) {
    // The keys of documents are random, so those of later pages may sort before those of earlier ones.
    const [key, frameKey] = [`${1000 - page} page`, `${1000 - page} frame`];
    await counts.store(TAB, key, countsOf(1, 0));
    await counts.store(TAB, frameKey, countsOf(1, 0));
    expect(await counts.store(TAB, key, countsOf(2, 1))).toEqual(countsOf(3 * page, page));
  }
});

it('the counts of the least recently changed tabs are removed beyond 100 tabs', async () => {
  const counts = createTabCounts(createSortingStorage());
  for (let tabId = 1; tabId <= 100; tabId += 1) await counts.store(tabId, 'page', countsOf(1, 0));
  await counts.store(1, 'page', countsOf(2, 0));
  await counts.store(101, 'page', countsOf(1, 0));
  const events = await Promise.all([1, 2, 3, 101].map(async (tabId) => (await counts.read(tabId)).events));
  expect(events).toEqual([2, 0, 1, 1]);
});

it('the counts of a tab contain the numbers of all events and of invalid events, also after a restart of the worker', async () => {
  const { handle, read, storage } = startWorker();
  expect(await read()).toEqual(countsOf(0, 0));
  await handle(logOf('page', [...callOf('a', click), ...callOf('b', touch), pageHide], 1, true));
  await handle(logOf('frame', callOf('a', touch)));
  expect(await read()).toEqual(countsOf(3, 1, 2));
  expect(await startWorker(storage).read()).toEqual(countsOf(3, 1, 2));
});

it('the counts of a tab are replaced by the counts of its panel', async () => {
  const { handle, handlePanel, read } = startWorker();
  await handle(logOf('page', callOf('a', click)));
  await handlePanel({ tabId: TAB, documents: { page: countsOf(4, 2), frame: countsOf(1, 0, 1) } });
  expect(await read()).toEqual(countsOf(5, 2, 3));
});

it('the counts of a tab are removed with the tab, and the counts of other tabs are not', async () => {
  const storage = createMemoryStorage();
  const counts = createTabCounts(storage);
  await counts.store(TAB, 'one', countsOf(2, 2));
  await counts.store(8, 'two', countsOf(3, 3));
  await counts.forget(TAB);
  await counts.forget(9);
  expect(storage.text()).not.toContain('one');
  expect(await counts.store(8, 'two', countsOf(4, 4))).toEqual(countsOf(4, 4));
  expect(await counts.read(TAB)).toEqual(countsOf(0, 0));
});

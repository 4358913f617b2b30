import { describe, expect, it } from 'vitest';
import { createUnloadedPages } from '#extension/background/unloaded-pages/unloaded-pages';
import { createMemoryStorage } from '../../../core/identity/memory-storage';
import { createSessionStorage } from '../session-quota';

const sender = { tabId: 4, frameId: 0, url: 'http://localhost/lesson' };
const log = (unloaded: boolean, seqs: readonly number[], documentKey = 'document', text = '') => ({
  documentKey,
  isTop: true,
  next: 9,
  heldFrom: 1,
  observations: seqs.map((seq) => ({ seq, text: text || `${seq}` })),
  unloaded,
});
const observations = (...seqs: readonly number[]) => seqs.map((seq) => ({ seq, text: `${seq}` }));

/** Starts a worker. A restarted worker has the same storage in memory and nothing else. */
function startWorker({ isStored = true, storage = createMemoryStorage() } = {}) {
  const timers: (() => void)[] = [];
  let time = 1_000;
  const pages = createUnloadedPages({
    storage,
    shouldStore: async () => isStored,
    now: () => time++,
    setTimer: (_, call) => {
      timers.push(call);
      return () => undefined;
    },
  });
  const runTimers = (): void => {
    for (const call of timers.splice(0)) call();
  };
  return { ...pages, runTimers, storage };
}

it('the log of an unloaded page is passed to the next panel, completely and once', async () => {
  const worker = startWorker();
  worker.handle(log(false, [1, 2]), sender);
  worker.handle(log(true, [3]), sender);
  worker.runTimers();
  worker.handle(log(true, [4]), sender);
  const page = {
    ...sender,
    documentKey: 'document',
    isTop: true,
    unloadedAt: 1_000,
    observations: observations(1, 2, 3, 4),
  };
  expect(await worker.take(4)).toEqual([page]);
  expect(await worker.take(4)).toEqual([]);
});

it('the log of an unloaded page is dropped if it contains only the unload', async () => {
  const worker = startWorker();
  worker.handle(log(true, [1], 'blank', '[{"type":"pagehide","at":1,"persisted":false}]'), sender);
  expect(await worker.take(4)).toEqual([]);
});

it('the log of an unloaded page is in order if a restarted worker requested the log from its beginning', async () => {
  const worker = startWorker();
  worker.handle(log(false, [5]), sender);
  worker.handle(log(true, [1, 2, 3, 4, 5, 6]), sender);
  expect((await worker.take(4))[0]?.observations).toEqual(observations(1, 2, 3, 4, 5, 6));
});

it('the log of an unloaded page is preserved after a restart of the worker, and is only for panels of its tab', async () => {
  const { storage, handle, runTimers, take } = startWorker();
  handle(log(true, [1], 'one'), sender);
  handle(log(true, [1], 'two'), { ...sender, tabId: 5 });
  runTimers();
  await take(6);
  const again = startWorker({ storage });
  expect((await again.take(4)).map(({ documentKey }) => documentKey)).toEqual(['one']);
  expect((await again.take(5)).map(({ documentKey }) => documentKey)).toEqual(['two']);
});

it('the log of an unloaded page is truncated to its newest reports if it or the total of all logs is too long', async () => {
  const worker = startWorker();
  const long = 'x'.repeat(400_000);
  const names = ['1', '2', '3', '4', '5'];
  for (const name of names) worker.handle(log(true, [1, 2, 3, 4], name, long), sender);
  const stored = (await worker.take(4)).map((page) => page.observations.map(({ seq }) => seq));
  expect(stored).toEqual([[4], [3, 4], [3, 4], [3, 4], [3, 4]]);
});

it.each([
  ['a page that has not unloaded', log(false, [1]), true],
  ['a user who has disabled storage', log(true, [1]), false],
])('no log is stored for %s while no panel is open', async (_, message, isStored) => {
  const worker = startWorker({ isStored });
  worker.handle(message, sender);
  worker.runTimers();
  expect(await worker.take(4)).toEqual([]);
});

describe('storage limits', () => {
  const sessions = 'token'.repeat(1_000_000);
  const hostileVisits: [string, number, (worker: ReturnType<typeof startWorker>, index: number) => void][] = [
    [
      'URLs with fragments of a megabyte',
      40,
      ({ handle }, index) => {
        const url = `http://localhost/lesson#${'x'.repeat(1_000_000)}`;
        handle(log(true, [1], `document ${index}`), { ...sender, url });
      },
    ],
    [
      'logs in Hindi',
      12,
      ({ handle }, index) => handle(log(true, [1, 2], `document ${index}`, 'अ'.repeat(200_000)), sender),
    ],
    [
      'final reports of a megabyte',
      12,
      ({ handle }, index) => handle(log(true, [1], `${index}`, 'x'.repeat(1_000_000)), sender),
    ],
    [
      'ten thousand reports of one letter',
      4,
      ({ handle }, index) => {
        const seqs = Array.from({ length: 10_000 }, (_, at) => at + 1);
        handle(log(true, seqs, `document ${index}`, 'x'), sender);
      },
    ],
  ];

  it.each(hostileVisits)('logs of pages never exhaust the storage quota of log-ins: %s', async (_, visits, visit) => {
    const worker = startWorker({ storage: createSessionStorage() });
    for (let index = 0; index < visits; index += 1) {
      visit(worker, index);
      worker.runTimers();
      await worker.take(99);
    }
    await expect(worker.storage.set('identity.sessions', sessions)).resolves.toBeUndefined();
    expect((await worker.take(4)).at(-1)?.documentKey).toContain(`${visits - 1}`);
  });
});

it('closing a tab deletes its stored logs, and ignores later reports of its relays', async () => {
  const worker = startWorker();
  worker.handle(log(true, [1], 'one'), sender);
  worker.runTimers();
  worker.handle(log(true, [1], 'two'), sender);
  worker.handle(log(true, [1], 'other'), { ...sender, tabId: 5 });
  await worker.forgetTab(4);
  worker.handle(log(true, [1], 'three'), sender);
  worker.runTimers();
  expect(await worker.take(4)).toEqual([]);
  expect((await worker.take(5)).map(({ documentKey }) => documentKey)).toEqual(['other']);
});

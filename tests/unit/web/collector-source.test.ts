import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeFeed, createChangeFeed } from '#core/collector/change-feed';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import type { TelemetryRecord } from '#core/journey/record';
import { observedOf } from '#core/stream/judged-record';
import { noJudge } from '#core/stream/no-judge';
import type { SourceState } from '#panel/record-source';
import { createCollectorSource } from '#web/collector-source';
import type { OnPosition } from '#web/position-stream';
import { batchOf, createReceivedBatch, touch } from '../core/collector/received-batch';

/**
 * Opens a page that shows the events of a collector. The collector can restart, and the connection can be lost.
 * Calls `onRead` after each batch that the page reads, which takes `readMs`.
 */
function openPage(onRead = () => {}, { maxEvents = 3, readMs = 0 } = {}) {
  let starts = 0;
  let collector = start();
  let isReachable = true;
  let onPosition: OnPosition = () => {};
  const retries: (() => void)[] = [];
  const waits: number[] = [];
  let clock = 0;
  const rows = new Map<number, TelemetryRecord>();
  const states: SourceState[] = [];
  function start(): { readonly events: CollectedEvents; readonly feed: ChangeFeed } {
    starts += 1;
    const events = createCollectedEvents(noJudge, { maxEvents: 12, evictionBatchSize: 3 });
    return { events, feed: createChangeFeed(events, `run-${starts}`, { maxEvents }) };
  }
  const source = createCollectorSource({
    async ask(path) {
      if (!isReachable) return undefined;
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      if (pathname === '/api/clear') return collector.events.clear(Number(searchParams.get('through'))) ?? {};
      if (pathname === '/api/record') {
        const found = collector.events.get(Number(searchParams.get('row')));
        return found === null ? undefined : JSON.parse(JSON.stringify({ record: observedOf(found.record) }));
      }
      const { events, ...part } = collector.feed.read(searchParams.get('position'));
      return JSON.parse(JSON.stringify({ ...part, records: events.map(({ record }) => observedOf(record)) }));
    },
    subscribeToPositions(listener) {
      onPosition = listener;
    },
    setTimer(milliseconds, task) {
      waits.push(milliseconds);
      retries.push(task);
      return () => void retries.splice(retries.indexOf(task), 1);
    },
    now: () => clock,
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    rows: () => [...rows.values()].sort((one, other) => one.row - other.row),
    states,
    waits,
    source,
    storedRecords: () => [...collector.events.all()].map(({ record }) => observedOf(record)),
    add: (id: number) => collector.events.add(createReceivedBatch(batchOf(touch(`${id}`)))),
    clear: () => collector.events.clear(),
    restart() {
      collector = start();
    },
    disconnect() {
      isReachable = false;
      onPosition(null);
    },
    reconnect() {
      isReachable = true;
      onPosition(collector.feed.head());
    },
    notifyPosition: () => onPosition(isReachable ? collector.feed.head() : null),
    settle,
    async retryAll() {
      for (const task of retries.splice(0)) task();
      await settle();
    },
    start: () =>
      source.start({
        records(changed) {
          for (const record of changed) rows.set(record.row, record);
        },
        remove(throughRow) {
          for (const row of [...rows.keys()]) if (row <= throughRow) rows.delete(row);
        },
        state: (state) => void states.push(state),
        frames: () => {},
        notFired: () => {},
        async idle() {
          clock += readMs;
          onRead();
        },
      }),
  };
}

/** The page numbers its rows independently of the collector. */
const withoutRows = (records: readonly TelemetryRecord[]) => records.map(({ row: _, ...record }) => record);

it('a page that is opened later shows all stored events of the collector, and reports how many remain while reading', async () => {
  const page = openPage();
  for (let id = 1; id <= 8; id += 1) page.add(id);
  await page.start();
  expect(page.rows()).toEqual(page.storedRecords());
  expect(page.states.map(({ behind }) => behind)).toEqual([5, 2, 0]);
});

it('a page that reads many events at a time pauses after each batch for as long as the batch took, within limits', async () => {
  for (const [readMs, pauseMs] of [
    [80, 80],
    [5_000, 200],
  ] as const) {
    const page = openPage(undefined, { maxEvents: 10, readMs });
    for (let id = 1; id <= 10; id += 1) page.add(id);
    await page.start();
    await page.settle();
    expect(page.waits).toEqual([pauseMs]);
  }
});

it('a page that reads few events at a time does not pause', async () => {
  const page = openPage(undefined, { maxEvents: 10, readMs: 80 });
  for (let id = 1; id <= 5; id += 1) page.add(id);
  await page.start();
  await page.settle();
  page.add(6);
  page.notifyPosition();
  await page.settle();
  expect(page.waits).toEqual([]);
  expect(page.rows()).toHaveLength(6);
});

it('events that arrive while a page pauses are read afterwards', async () => {
  const page = openPage(undefined, { maxEvents: 10, readMs: 80 });
  for (let id = 1; id <= 8; id += 1) page.add(id);
  await page.start();
  page.add(9);
  page.notifyPosition();
  await page.settle();
  expect(page.rows()).toHaveLength(8);
  await page.retryAll();
  expect(page.rows()).toHaveLength(9);
});

it('a page reports that the collector does not respond, and continues once it does', async () => {
  const page = openPage();
  page.add(1);
  await page.start();
  page.disconnect();
  page.add(2);
  expect(page.states.at(-1)).toEqual({ isConnected: false, behind: 0 });
  page.reconnect();
  await page.settle();
  expect(page.states.at(-1)).toEqual({ isConnected: true, behind: 0 });
  expect(page.rows()).toHaveLength(2);
});

it('a page reads the full event of a shown row again, even after a restart of the collector', async () => {
  const page = openPage();
  page.add(1);
  await page.start();
  page.restart();
  page.add(2);
  page.notifyPosition();
  await page.settle();
  const [shown] = page.rows();
  expect(shown?.row).toBeGreaterThan(1);
  expect(await page.source.read(shown?.row ?? 0)).toEqual(shown);
  page.clear();
  expect(await page.source.read(shown?.row ?? 0)).toBe(null);
  page.disconnect();
  expect(await page.source.read(shown?.row ?? 0)).toBe(null);
});

it('a page clears only the rows that it shows', async () => {
  const page = openPage();
  page.add(1);
  await page.start();
  page.restart();
  page.add(2);
  page.notifyPosition();
  await page.settle();
  const [shown] = page.rows();
  page.add(3);
  expect(await page.source.clear(shown?.row ?? 0)).toBe(true);
  expect(page.storedRecords()).toHaveLength(1);
});

describe('a page that reads its first events', () => {
  const interruptions: Readonly<Record<string, (page: ReturnType<typeof openPage>) => void>> = {
    'are cleared': (page) => page.clear(),
    'are evicted': (page) => {
      for (let id = 20; id < 50; id += 1) page.add(id);
    },
    'are lost in a restart of the collector': (page) => {
      page.restart();
      page.add(1);
    },
    'cannot be read': (page) => {
      page.disconnect();
      setImmediate(page.reconnect);
    },
  };
  for (const [description, interrupt] of Object.entries(interruptions)) {
    it(`a page’s first read completes with all changes if its events ${description} meanwhile`, async () => {
      let page: ReturnType<typeof openPage> | null = null;
      let reads = 0;
      const opened = openPage(() => {
        reads += 1;
        if (reads === 1 && page !== null) interrupt(page);
      });
      page = opened;
      for (let id = 1; id <= 8; id += 1) opened.add(id);
      let isReady = false;
      void opened.start().then(() => {
        isReady = true;
      });
      for (let turn = 0; turn < 5; turn += 1) await opened.settle();
      await opened.retryAll();
      for (let turn = 0; turn < 20; turn += 1) await opened.settle();
      expect(isReady).toBe(true);
      expect(withoutRows(opened.rows())).toEqual(withoutRows(opened.storedRecords()));
    });
  }
});

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('add' as const), id: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('notify' as const, 'settle' as const, 'retry' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('disconnect' as const, 'reconnect' as const) }) },
  fc.record({ type: fc.constantFrom('clear' as const, 'restart' as const) }),
);

it('a page finally shows the stored events of the collector, each once, after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
      const page = openPage();
      let isReady = false;
      void page.start().then(() => {
        isReady = true;
      });
      for (const step of steps) {
        if (step.type === 'add') page.add(step.id);
        if (step.type === 'notify') page.notifyPosition();
        if (step.type === 'settle') await page.settle();
        if (step.type === 'retry') await page.retryAll();
        if (step.type === 'disconnect') page.disconnect();
        if (step.type === 'reconnect') page.reconnect();
        if (step.type === 'clear') page.clear();
        if (step.type === 'restart') page.restart();
      }
      page.reconnect();
      await page.settle();
      await page.retryAll();
      expect(isReady).toBe(true);
      expect(withoutRows(page.rows())).toEqual(withoutRows(page.storedRecords()));
    }),
    { numRuns: 60 },
  );
});

import { expect, it, vi } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { restoreLongValues } from '#core/journey/values/long-values';
import { readLongValues } from '#core/journey/values/stored-long-values';
import { truncateRecord } from '#core/journey/values/truncate-record';
import { createCaptureWriter } from '#panel/persistence/capture-writer';
import { waitFor } from '#tests/drivers/wait-for';
import { callOf, recordOf } from '#tests/fixtures/records';
import { createFakeTimers, memoryCaptures } from './memory-captures';

function startWriter() {
  const list = createRecords();
  const captures = memoryCaptures();
  const timers = createFakeTimers();
  const onFailure = vi.fn();
  const onValuesStored = vi.fn();
  let read = 0;
  let now = 5;
  let isBurst = false;
  const writer = createCaptureWriter({
    storage: captures.storage,
    key: 'k',
    browserSession: 'b',
    list,
    progress: () => ({ document: { readUpTo: read, sdks: [] } }),
    now: () => now,
    scheduler: timers.scheduler,
    isBurst: () => isBurst,
    onValuesStored,
    onFailure,
  });
  const readTo = (seq: number): void => {
    read = seq;
  };
  const setNow = (at: number): void => {
    now = at;
  };
  const setBurst = (burst: boolean): void => {
    isBurst = burst;
  };
  return { list, writer, timers, onFailure, onValuesStored, readTo, setNow, setBurst, ...captures };
}

const storedRows = ({ rowsOf }: ReturnType<typeof memoryCaptures>) => [...rowsOf('k').keys()];

const longOf = (row: number, overrides: Partial<TelemetryRecord> = {}) =>
  recordOf(row, { call: callOf({ args: ['x'.repeat(100_000)] }), ...overrides });

it('the writer of a capture writes a long value once, and its row without the value after each change', async () => {
  const list = startWriter();
  list.writer.start(() => false);
  const record = longOf(1);
  list.list.apply([record]);
  expect(list.writer.hasStored(record)).toBe(false);
  list.timers.run();
  await waitFor(() => expect(list.writer.hasStored(record)).toBe(true));
  expect(list.onValuesStored).toHaveBeenCalled();
  const changed = longOf(1, { lost: true });
  list.list.apply([changed]);
  list.timers.run();
  await waitFor(() => expect(list.writer.hasStored(changed)).toBe(true));
  expect(list.valuePuts).toEqual([1]);
  expect(list.writes.flatMap(({ put }) => put).map(({ longValues, lost }) => [longValues, lost])).toEqual([
    ['stored', false],
    ['stored', true],
  ]);
  expect(JSON.stringify(list.writes).length).toBeLessThan(20_000);
  const values = readLongValues(await list.storage.values('k', 1));
  expect(values && restoreLongValues(truncateRecord(changed.observed, 'stored'), values)).toEqual(changed.observed);
});

it('the writer of a capture writes long values in small batches', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.list.apply(Array.from({ length: 100 }, (_, index) => longOf(index + 1)));
  list.timers.run();
  expect(list.valuePuts.length).toBeLessThan(60);
  list.writer.flush();
  expect(list.valuePuts).toHaveLength(100);
});

it('the writer of a capture writes a burst once, with the last state of each event and the log positions', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.list.apply([recordOf(1), recordOf(2)]);
  list.list.apply([recordOf(1, { lost: true })]);
  list.readTo(7);
  list.timers.run();
  expect(list.writes).toHaveLength(1);
  expect(list.writes[0]?.put.map(({ row, lost }) => [row, lost])).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(list.writes[0]?.metadata).toMatchObject({ key: 'k', progress: { document: { readUpTo: 7 } }, updatedAt: 5 });
});

it('the writer of a capture writes soon after an idle period, and once a second in a burst, even if the clock is changed', () => {
  const list = startWriter();
  list.writer.start(() => false);
  const waitOfEventAt = (time: number, row: number): number => {
    list.timers.setClock(time);
    list.list.apply([recordOf(row)]);
    const wait = list.timers.lastWait();
    list.timers.run();
    return wait;
  };
  expect(waitOfEventAt(10_000, 1)).toBe(50);
  expect(waitOfEventAt(10_300, 2)).toBe(700);
  list.setNow(0);
  expect(waitOfEventAt(10_600, 3)).toBe(700);
  expect(waitOfEventAt(60_000, 4)).toBe(50);
});

it('the writer of a capture waits for the end of a burst, and then writes the last state of each event once', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.setBurst(true);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  list.list.apply([recordOf(1, { lost: true })]);
  list.timers.run();
  expect(storedRows(list)).toEqual([]);
  list.setBurst(false);
  list.timers.run();
  expect(list.writes.map(({ put }) => put.map(({ row, lost }) => [row, lost]))).toEqual([[[1, true]]]);
});

it('the writer of a capture also writes during a burst that does not end', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.setBurst(true);
  list.list.apply([recordOf(1)]);
  let waitedMs = 0;
  while (list.timers.pendingCount() > 0) {
    waitedMs += list.timers.lastWait();
    list.timers.run();
  }
  expect(storedRows(list)).toEqual([1]);
  expect(waitedMs).toBeLessThanOrEqual(1_100);
});

it('the writer of a capture writes at once when the panel closes during a burst', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.setBurst(true);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  list.writer.flush();
  expect(storedRows(list)).toEqual([1]);
  expect(list.timers.pendingCount()).toBe(0);
});

it('the writer of a capture writes nothing without changes', () => {
  const { writer, timers } = startWriter();
  writer.start(() => false);
  expect(timers.pendingCount()).toBe(0);
});

it('the writer of a capture writes at once when the panel closes', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.writer.flush();
  expect(storedRows(list)).toEqual([1]);
  expect(list.timers.pendingCount()).toBe(0);
});

it('the writer of a capture does not write restored data again', () => {
  const list = startWriter();
  list.list.apply([recordOf(1)]);
  list.writer.start(() => true);
  list.list.apply([recordOf(2)]);
  list.timers.run();
  expect(list.writes[0]?.put.map(({ row }) => row)).toEqual([2]);
});

it('the writer of a capture retains cleared events until clearing can no longer be undone, and then deletes them', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  list.list.clear();
  list.list.apply([recordOf(2)]);
  list.timers.run();
  expect(storedRows(list)).toEqual([1, 2]);
  list.list.forget();
  list.timers.run();
  expect(storedRows(list)).toEqual([2]);
});

it('the writer of a capture writes changes that were made to cleared events if the clearing is undone', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.list.clear();
  list.list.apply([recordOf(1, { lost: true })]);
  list.list.restore();
  list.timers.run();
  expect(list.rowsOf('k').get(1)).toMatchObject({ lost: true });
});

it('the writer of a capture reports once that the database is full, and stops writing', async () => {
  const list = startWriter();
  list.breakDown();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  await waitFor(() => expect(list.onFailure).toHaveBeenCalledTimes(1));
  list.list.apply([recordOf(2)]);
  expect(list.timers.pendingCount()).toBe(0);
});

it('the writer of a capture deletes the stored data when storing is turned off', async () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  list.writer.stop();
  expect(list.metadataByKey.size).toBe(0);
});

it('the writer of a capture stores in one write what is left when the panel closes during a write, and deletes what was cleared', () => {
  const list = startWriter();
  list.writer.start(() => false);
  list.list.apply(Array.from({ length: 250 }, (_, index) => recordOf(index + 1)));
  list.timers.run();
  expect(list.writes).toEqual([]);
  list.list.clear();
  list.list.apply([recordOf(251)]);
  list.list.forget();
  list.writer.flush();
  // A closing browser drops a write that waits for another.
  expect(list.writes).toHaveLength(1);
  expect(list.writes[0]).toMatchObject({ removeThrough: 250, metadata: { events: 1 } });
  expect(storedRows(list)).toEqual([251]);
});

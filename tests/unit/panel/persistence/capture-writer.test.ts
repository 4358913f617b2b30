import { expect, it, vi } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { restoreLongValues } from '#core/journey/values/long-values';
import { readLongValues } from '#core/journey/values/stored-long-values';
import { truncateRecord } from '#core/journey/values/truncate-record';
import { createCaptureWriter } from '#panel/persistence/capture-writer';
import { waitFor } from '#tests/drivers/wait-for';
import { callOf, recordOf } from '#tests/fixtures/records';
import { createFakeTimers, createMemoryCaptures } from './memory-captures';

function startWriter() {
  const list = createRecords();
  const captures = createMemoryCaptures();
  const timers = createFakeTimers();
  const onFailure = vi.fn();
  const onValuesStored = vi.fn();
  let readUpTo = 0;
  let now = 5;
  let isBurst = false;
  const writer = createCaptureWriter({
    storage: captures.storage,
    key: 'k',
    browserSession: 'b',
    list,
    progress: () => ({ document: { readUpTo, sdks: [] } }),
    now: () => now,
    scheduler: timers.scheduler,
    isBurst: () => isBurst,
    onValuesStored,
    onFailure,
  });
  const setReadUpTo = (seq: number): void => {
    readUpTo = seq;
  };
  const setNow = (at: number): void => {
    now = at;
  };
  const setBurst = (burst: boolean): void => {
    isBurst = burst;
  };
  return { list, writer, timers, onFailure, onValuesStored, setReadUpTo, setNow, setBurst, ...captures };
}

const storedRows = ({ rowsOf }: ReturnType<typeof createMemoryCaptures>) => [...rowsOf('k').keys()];

const recordWithLongValue = (row: number, overrides: Partial<TelemetryRecord> = {}) =>
  recordOf(row, { call: callOf({ args: ['x'.repeat(100_000)] }), ...overrides });

it('the writer of a capture writes a long value once, and its row without the value after each change', async () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  const record = recordWithLongValue(1);
  panel.list.apply([record]);
  expect(panel.writer.hasStored(record)).toBe(false);
  panel.timers.run();
  await waitFor(() => expect(panel.writer.hasStored(record)).toBe(true));
  expect(panel.onValuesStored).toHaveBeenCalled();
  const changed = recordWithLongValue(1, { lost: true });
  panel.list.apply([changed]);
  panel.timers.run();
  await waitFor(() => expect(panel.writer.hasStored(changed)).toBe(true));
  expect(panel.valuePuts).toEqual([1]);
  expect(panel.writes.flatMap(({ put }) => put).map(({ longValues, lost }) => [longValues, lost])).toEqual([
    ['stored', false],
    ['stored', true],
  ]);
  expect(JSON.stringify(panel.writes).length).toBeLessThan(20_000);
  const values = readLongValues(await panel.storage.values('k', 1));
  expect(values && restoreLongValues(truncateRecord(changed.observed, 'stored'), values)).toEqual(changed.observed);
});

it('the writer of a capture writes long values in small batches', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.list.apply(Array.from({ length: 100 }, (_, index) => recordWithLongValue(index + 1)));
  panel.timers.run();
  expect(panel.valuePuts.length).toBeLessThan(60);
  panel.writer.flush();
  expect(panel.valuePuts).toHaveLength(100);
});

it('the writer of a capture writes a burst once, with the last state of each event and the log positions', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.list.apply([recordOf(1), recordOf(2)]);
  panel.list.apply([recordOf(1, { lost: true })]);
  panel.setReadUpTo(7);
  panel.timers.run();
  expect(panel.writes).toHaveLength(1);
  expect(panel.writes[0]?.put.map(({ row, lost }) => [row, lost])).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(panel.writes[0]?.metadata).toMatchObject({ key: 'k', progress: { document: { readUpTo: 7 } }, updatedAt: 5 });
});

it('the writer of a capture writes soon after an idle period, and once a second in a burst, even if the clock is changed', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  const addEventAt = (time: number, row: number): number => {
    panel.timers.setClock(time);
    panel.list.apply([recordOf(row)]);
    const wait = panel.timers.lastWait();
    panel.timers.run();
    return wait;
  };
  expect(addEventAt(10_000, 1)).toBe(50);
  expect(addEventAt(10_300, 2)).toBe(700);
  panel.setNow(0);
  expect(addEventAt(10_600, 3)).toBe(700);
  expect(addEventAt(60_000, 4)).toBe(50);
});

it('the writer of a capture waits for the end of a burst, and then writes the last state of each event once', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.setBurst(true);
  panel.list.apply([recordOf(1)]);
  panel.timers.run();
  panel.list.apply([recordOf(1, { lost: true })]);
  panel.timers.run();
  expect(storedRows(panel)).toEqual([]);
  panel.setBurst(false);
  panel.timers.run();
  expect(panel.writes.map(({ put }) => put.map(({ row, lost }) => [row, lost]))).toEqual([[[1, true]]]);
});

it('the writer of a capture also writes during a burst that does not end', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.setBurst(true);
  panel.list.apply([recordOf(1)]);
  let waitedMs = 0;
  while (panel.timers.pendingCount() > 0) {
    waitedMs += panel.timers.lastWait();
    panel.timers.run();
  }
  expect(storedRows(panel)).toEqual([1]);
  expect(waitedMs).toBeLessThanOrEqual(1_100);
});

it('the writer of a capture writes at once when the panel closes during a burst', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.setBurst(true);
  panel.list.apply([recordOf(1)]);
  panel.timers.run();
  panel.writer.flush();
  expect(storedRows(panel)).toEqual([1]);
  expect(panel.timers.pendingCount()).toBe(0);
});

it('the writer of a capture writes nothing without changes', () => {
  const { writer, timers } = startWriter();
  writer.start(() => false);
  expect(timers.pendingCount()).toBe(0);
});

it('the writer of a capture writes at once when the panel closes', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.list.apply([recordOf(1)]);
  panel.writer.flush();
  expect(storedRows(panel)).toEqual([1]);
  expect(panel.timers.pendingCount()).toBe(0);
});

it('the writer of a capture does not write restored data again', () => {
  const panel = startWriter();
  panel.list.apply([recordOf(1)]);
  panel.writer.start(() => true);
  panel.list.apply([recordOf(2)]);
  panel.timers.run();
  expect(panel.writes[0]?.put.map(({ row }) => row)).toEqual([2]);
});

it('the writer of a capture retains cleared events until clearing can no longer be undone, and then deletes them', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.list.apply([recordOf(1)]);
  panel.timers.run();
  panel.list.clear();
  panel.list.apply([recordOf(2)]);
  panel.timers.run();
  expect(storedRows(panel)).toEqual([1, 2]);
  panel.list.forget();
  panel.timers.run();
  expect(storedRows(panel)).toEqual([2]);
});

it('the writer of a capture writes changes that were made to cleared events if the clearing is undone', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.list.apply([recordOf(1)]);
  panel.list.clear();
  panel.list.apply([recordOf(1, { lost: true })]);
  panel.list.restore();
  panel.timers.run();
  expect(panel.rowsOf('k').get(1)).toMatchObject({ lost: true });
});

it('the writer of a capture reports once that the database is full, and stops writing', async () => {
  const panel = startWriter();
  panel.breakDown();
  panel.writer.start(() => false);
  panel.list.apply([recordOf(1)]);
  panel.timers.run();
  await waitFor(() => expect(panel.onFailure).toHaveBeenCalledTimes(1));
  panel.list.apply([recordOf(2)]);
  expect(panel.timers.pendingCount()).toBe(0);
});

it('the writer of a capture deletes the stored data when storing is turned off', async () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.list.apply([recordOf(1)]);
  panel.timers.run();
  panel.writer.stop();
  expect(panel.metadataByKey.size).toBe(0);
});

it('the writer of a capture stores the remaining events in one write when the panel closes during a write, and deletes the cleared ones', () => {
  const panel = startWriter();
  panel.writer.start(() => false);
  panel.list.apply(Array.from({ length: 250 }, (_, index) => recordOf(index + 1)));
  panel.timers.run();
  expect(panel.writes).toEqual([]);
  panel.list.clear();
  panel.list.apply([recordOf(251)]);
  panel.list.forget();
  panel.writer.flush();
  // A closing browser drops a write that waits for an earlier write.
  expect(panel.writes).toHaveLength(1);
  expect(panel.writes[0]).toMatchObject({ removeThrough: 250, metadata: { events: 1 } });
  expect(storedRows(panel)).toEqual([251]);
});

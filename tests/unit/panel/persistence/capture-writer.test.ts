import { expect, it, vi } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { restoreLongValues } from '#core/journey/values/long-values';
import { shortenRecord } from '#core/journey/values/shorten-record';
import { readLongValues } from '#core/journey/values/stored-long-values';
import { createCaptureWriter } from '#panel/persistence/capture-writer';
import { waitFor } from '#tests/drivers/wait-for';
import { callOf, recordOf } from '#tests/fixtures/records';
import { handTimers, memoryCaptures } from './memory-captures';

function keepList() {
  const list = createRecords();
  const captures = memoryCaptures();
  const timers = handTimers();
  const onFailure = vi.fn();
  const onValuesStored = vi.fn();
  let read = 0;
  let formatTimeOfDay = 5;
  let isFlood = false;
  const writer = createCaptureWriter({
    storage: captures.storage,
    key: 'k',
    browserSession: 'b',
    list,
    progress: () => ({ document: { readUpTo: read, sdks: [] } }),
    now: () => formatTimeOfDay,
    scheduler: timers.scheduler,
    isFlood: () => isFlood,
    onValuesStored,
    onFailure,
  });
  const readTo = (seq: number): void => {
    read = seq;
  };
  const setTimeOfDay = (at: number): void => {
    formatTimeOfDay = at;
  };
  const setFlood = (flood: boolean): void => {
    isFlood = flood;
  };
  return { list, writer, timers, onFailure, onValuesStored, readTo, setTimeOfDay, setFlood, ...captures };
}

const storedRows = ({ rowsOf }: ReturnType<typeof memoryCaptures>) => [...rowsOf('k').keys()];

const longOf = (row: number, over: Partial<TelemetryRecord> = {}) =>
  recordOf(row, { call: callOf({ args: ['x'.repeat(100_000)] }), ...over });

it('the writer of a capture with long values writes long values once, and the row without them as often as it changes', async () => {
  const list = keepList();
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
  expect(values && restoreLongValues(shortenRecord(changed.observed, 'stored'), values)).toEqual(changed.observed);
});

it('the writer of a capture with long values hands over few long values at a time', () => {
  const list = keepList();
  list.writer.start(() => false);
  list.list.apply(Array.from({ length: 100 }, (_, index) => longOf(index + 1)));
  list.timers.run();
  expect(list.valuePuts.length).toBeLessThan(60);
  list.writer.flush();
  expect(list.valuePuts).toHaveLength(100);
});

it('the writer of a capture writes a burst once, the last state of each event, with how far the logs were read', () => {
  const list = keepList();
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
  expect(list.writes[0]?.head).toMatchObject({ key: 'k', progress: { document: { readUpTo: 7 } }, updatedAt: 5 });
});

it('the writer of a capture writes soon after a rest, once a second in a burst, whatever is made of the time of day', () => {
  const list = keepList();
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
  list.setTimeOfDay(0);
  expect(waitOfEventAt(10_600, 3)).toBe(700);
  expect(waitOfEventAt(60_000, 4)).toBe(50);
});

it('the writer of a capture waits for the end of a flood, and then writes the last state of each event once', () => {
  const list = keepList();
  list.writer.start(() => false);
  list.setFlood(true);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  list.list.apply([recordOf(1, { lost: true })]);
  list.timers.run();
  expect(storedRows(list)).toEqual([]);
  list.setFlood(false);
  list.timers.run();
  expect(list.writes.map(({ put }) => put.map(({ row, lost }) => [row, lost]))).toEqual([[[1, true]]]);
});

it('the writer of a capture writes in a flood that does not end', () => {
  const list = keepList();
  list.writer.start(() => false);
  list.setFlood(true);
  list.list.apply([recordOf(1)]);
  let waitedMs = 0;
  while (list.timers.waiting() > 0) {
    waitedMs += list.timers.lastWait();
    list.timers.run();
  }
  expect(storedRows(list)).toEqual([1]);
  expect(waitedMs).toBeLessThanOrEqual(1_100);
});

it('the writer of a capture writes at once when the panel closes in a flood', () => {
  const list = keepList();
  list.writer.start(() => false);
  list.setFlood(true);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  list.writer.flush();
  expect(storedRows(list)).toEqual([1]);
  expect(list.timers.waiting()).toBe(0);
});

it('the writer of a capture writes nothing while nothing happens', () => {
  const { writer, timers } = keepList();
  writer.start(() => false);
  expect(timers.waiting()).toBe(0);
});

it('the writer of a capture writes at once when the panel closes', () => {
  const list = keepList();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.writer.flush();
  expect(storedRows(list)).toEqual([1]);
  expect(list.timers.waiting()).toBe(0);
});

it('the writer of a capture does not write again what was loaded', () => {
  const list = keepList();
  list.list.apply([recordOf(1)]);
  list.writer.start(() => true);
  list.list.apply([recordOf(2)]);
  list.timers.run();
  expect(list.writes[0]?.put.map(({ row }) => row)).toEqual([2]);
});

it('the writer of a capture keeps what was cleared until it cannot be undone, then deletes it', () => {
  const list = keepList();
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

it('the writer of a capture keeps what happened to cleared events, where the clearing was undone', () => {
  const list = keepList();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.list.clear();
  list.list.apply([recordOf(1, { lost: true })]);
  list.list.restore();
  list.timers.run();
  expect(list.rowsOf('k').get(1)).toMatchObject({ lost: true });
});

it('the writer of a capture reports once that the database is full, and writes no more', async () => {
  const list = keepList();
  list.breakDown();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  await waitFor(() => expect(list.onFailure).toHaveBeenCalledTimes(1));
  list.list.apply([recordOf(2)]);
  expect(list.timers.waiting()).toBe(0);
});

it('the writer of a capture deletes what was kept when nothing is to be kept any more', async () => {
  const list = keepList();
  list.writer.start(() => false);
  list.list.apply([recordOf(1)]);
  list.timers.run();
  list.writer.stop();
  expect(list.heads.size).toBe(0);
});

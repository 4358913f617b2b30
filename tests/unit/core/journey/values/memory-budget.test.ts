import { describe, expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import type { LongValueLocation, TelemetryRecord } from '#core/journey/record';
import { createMemoryBudget } from '#core/journey/values/memory-budget';
import { truncateRecord } from '#core/journey/values/truncate-record';
import { observedOf } from '#core/stream/judged-record';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

/** A long value counts twice, because the search has a copy of it. */
const LONG_BYTES = 500_000;
const MAX_BYTES = 100 * 2 * LONG_BYTES;

const longRecordOf = (row: number, length = LONG_BYTES) =>
  recordOf(row, { call: callOf({ args: ['x'.repeat(length)] }), event: eventOf(), requests: [] });
const rangeOf = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);

function createList(storeStatus: 'open' | 'closed' | 'none') {
  const fake = createFakeScheduler();
  const budget = createMemoryBudget(
    { ...fake.scheduler, loadTruncateRecord: () => truncateRecord },
    { maxBytes: MAX_BYTES, copies: 2 },
  );
  const records = createRecords();
  const stored = new Set<TelemetryRecord>();
  const released: (readonly [number, LongValueLocation])[] = [];
  const store = {
    isOpen: () => storeStatus === 'open',
    hasStored: (record: TelemetryRecord) => stored.has(record),
    read: async () => null,
  };
  const stop = budget.add({
    records,
    store: () => (storeStatus === 'none' ? null : store),
    release(longRecords, location) {
      released.push(...longRecords.map(({ row }) => [row, location] as const));
      records.apply(longRecords.map((record) => truncateRecord(record, location)));
    },
  });
  const apply = (...added: readonly TelemetryRecord[]) => {
    for (const record of added) stored.add(record);
    records.apply(added);
    fake.runTasks();
  };
  return { budget, records, released, stored, fake, stop, apply };
}

describe('the budget of long values', () => {
  it('no value is released within the budget, and ordinary events do not count', () => {
    const list = createList('open');
    list.apply(...rangeOf(90).map((row) => longRecordOf(row)), ...rangeOf(1_000, 1_000).map((row) => recordOf(row)));
    expect(list.released).toEqual([]);
    expect(list.budget.bytes()).toBeGreaterThan(90 * 2 * LONG_BYTES);
    expect(list.budget.bytes()).toBeLessThan(91 * 2 * LONG_BYTES);
  });

  it('values beyond the budget are released to the store, the oldest large values first, until a fifth of the budget is free', () => {
    const list = createList('open');
    list.apply(longRecordOf(1, 70_000), ...rangeOf(110, 2).map((row) => longRecordOf(row)));
    expect(list.budget.bytes()).toBeLessThanOrEqual(0.8 * MAX_BYTES);
    expect(list.released.map(([row]) => row)).toEqual(rangeOf(list.released.length, 2));
    expect(new Set(list.released.map(([, location]) => location))).toEqual(new Set(['stored']));
    expect(list.records.all()).toHaveLength(111);
    expect(list.records.counts.value.storedValues).toBe(list.released.length);
    expect(list.records.byRow(111)?.longValues).toBeUndefined();
  });

  it('a value remains in memory until it is stored', () => {
    const list = createList('open');
    const all = rangeOf(110).map((row) => longRecordOf(row));
    list.records.apply(all);
    list.fake.runTasks();
    expect(list.released).toEqual([]);
    for (const record of all) list.stored.add(record);
    list.budget.releaseIfExceeded();
    list.fake.runTasks();
    expect(list.released.length).toBeGreaterThan(20);
  });

  it.each([
    ['a list with a closed store', 'closed'],
    ['an opened file without a store', 'none'],
  ] as const)('the long values of %s are truncated, and no row is lost', (_, storeStatus) => {
    const list = createList(storeStatus);
    list.apply(...rangeOf(110).map((row) => longRecordOf(row)));
    expect(list.budget.bytes()).toBeLessThanOrEqual(0.8 * MAX_BYTES);
    expect(list.records.counts.value.truncatedValues).toBe(list.released.length);
    expect(list.records.all()).toHaveLength(110);
  });

  it('cleared events count until they can no longer be restored', () => {
    const list = createList('open');
    list.apply(...rangeOf(50).map((row) => longRecordOf(row)));
    const { bytes } = list.budget;
    const before = bytes();
    list.records.clear();
    expect(bytes()).toBe(before);
    list.records.restore();
    expect(bytes()).toBe(before);
    list.records.clear();
    list.records.forget();
    expect(bytes()).toBe(0);
  });

  it('a value that could not be released, because its row was changing, still counts', () => {
    const list = createList('open');
    const all = rangeOf(101).map((row) => longRecordOf(row));
    list.stop();
    const changing = new Map<number, TelemetryRecord>();
    const { records, budget } = list;
    budget.add({
      records,
      store: () => null,
      release: (longRecords, location) =>
        records.apply(
          longRecords
            .filter(({ row }) => !changing.has(row))
            .map((record) => truncateRecord(observedOf(record), location)),
        ),
    });
    for (const { observed } of all) changing.set(observed.row, { ...observed, lost: true });
    records.apply(all);
    list.fake.runTasks();
    records.apply([...changing.values()]);
    expect(budget.bytes()).toBeGreaterThan(MAX_BYTES);
    changing.clear();
    list.fake.runTasks();
    expect(budget.bytes()).toBeLessThanOrEqual(0.8 * MAX_BYTES);
  });

  it('an updated row counts once, in its newest version', () => {
    const list = createList('open');
    const record = longRecordOf(1);
    list.apply(record);
    const before = list.budget.bytes();
    list.apply({ ...record, lost: true });
    expect(list.budget.bytes()).toBe(before);
    list.stop();
    expect(list.budget.bytes()).toBe(0);
  });
});

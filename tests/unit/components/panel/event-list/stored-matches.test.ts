import { beforeAll, expect, it, vi } from 'vitest';
import { createFullRecords } from '#components/panel/event-list/full-records.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createVisible } from '#components/panel/event-list/visible-rows.ts';
import { createFilter } from '#components/panel/filter/filter.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import { longValuesOf } from '#core/journey/values/long-values';
import { truncateRecord } from '#core/journey/values/truncate-record';
import { withValues } from '#core/stream/no-judge';
import { waitFor } from '#tests/drivers/wait-for';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { eventOf, recordOf } from '#tests/fixtures/records';

beforeAll(() => filterLanguage.load());

const longOf = (row: number, end: string) =>
  recordOf(row, {
    call: null,
    event: eventOf({
      json: { eid: 'LOG', mid: `m${row}`, edata: { message: `${'x'.repeat(100_000)} ${end}`, level: end } },
    }),
  });

function createList(count = 3) {
  const records = createRecords();
  const filter = createFilter();
  const fullRecords = createFullRecords();
  const stored = new Map(
    Array.from({ length: count }, (_, index) => [index + 1, longOf(index + 1, index === 1 ? 'needle' : 'hay')]),
  );
  const read = vi.fn(async (row: number) => {
    const record = stored.get(row);
    return record ? longValuesOf(record) : null;
  });
  fullRecords.connect(read);
  const visible = createVisible(records, filter, createFakeScheduler().scheduler, fullRecords);
  const rows = () =>
    Array.from({ length: visible.length.value }, (_, index) => visible.at(index)).map(
      (item) => item && 'row' in item && item.row,
    );
  const release = () =>
    records.apply(
      records
        .all()
        .filter(({ row }) => row <= count)
        .map((record) => withValues(record, truncateRecord(record.observed, 'stored'))),
    );
  records.apply([...stored.values(), recordOf(count + 1, { headline: 'needle' })]);
  return { records, filter, visible, rows, read, release };
}

it.each([
  ['a text', 'needle', [2, 4]],
  ['an excluded text', '-needle', [1, 3]],
  ['a pattern', '/x needle"/', [2]],
  ['a text with the kind before it', 'LOG needle', [2]],
])(
  'a filter is applied to the end of a long value that is only in the capture store: %s',
  async (_, text, expected) => {
    const { filter, visible, rows, release } = createList();
    release();
    filter.setText(text);
    await waitFor(() => expect(visible.isSearching.value).toBe(false));
    await waitFor(() => expect(rows()).toEqual(expected));
  },
);

it('a filter over stored values reports how many stored events are still to be read', async () => {
  const { filter, visible, release } = createList(45);
  release();
  const remaining: number[] = [];
  visible.storedToSearch.subscribe((count) => remaining.push(count));
  filter.setText('needle');
  await waitFor(() => expect(remaining.length).toBeGreaterThan(1));
  await waitFor(() => expect(visible.isSearching.value).toBe(false));
  expect(remaining).toEqual([0, 45, 25, 5, 0]);
});

it('a row stays at its position when its values are moved from memory to the capture store', () => {
  const { filter, rows, read, release } = createList();
  filter.setText('needle');
  expect(rows()).toEqual([2, 4]);
  release();
  expect(rows()).toEqual([2, 4]);
  expect(read).not.toHaveBeenCalled();
});

it('all stored values are searched if the filter changes twice in one task', async () => {
  const { filter, visible, rows, release } = createList();
  release();
  filter.setText('needle');
  filter.setText('"x hay"');
  await waitFor(() => expect(visible.isSearching.value).toBe(false));
  expect(rows()).toEqual([1, 3]);
});

it('stored values are not read without a filter', () => {
  const { rows, read, release } = createList();
  release();
  expect(rows()).toEqual([1, 2, 3, 4]);
  expect(read).not.toHaveBeenCalled();
});

it('a stored row that changes while it is read is searched again', async () => {
  const { records, filter, visible, rows, read, release } = createList(1);
  release();
  let finishReading = (): void => {};
  const values = await read(1);
  read.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        finishReading = () => resolve(values);
      }),
  );
  filter.setText('is:lost hay');
  await waitFor(() => expect(visible.storedToSearch.value).toBe(1));
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  const [record] = records.all();
  if (record) records.apply([withValues(record, { ...record.observed, lost: true })]);
  finishReading();
  await waitFor(() => expect(visible.isSearching.value).toBe(false));
  expect(rows()).toEqual([1]);
});

import { expect, it } from 'vitest';
import { createChipCounts } from '#components/panel/event-list/chip-counts.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createVisible } from '#components/panel/event-list/visible-rows.ts';
import { createFilter } from '#components/panel/filter/filter.ts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf } from '#tests/fixtures/records';

function openList() {
  const fake = createFakeScheduler();
  const records = createRecords();
  const filter = createFilter();
  const visible = createVisible(records, filter, fake.scheduler);
  const counts = createChipCounts({ records, filter, visible, scheduler: fake.scheduler });
  const runIdle = () => {
    fake.advance(150);
    fake.runIdle();
  };
  return { records, filter, counts, runIdle, fake };
}

const invalid = { verdict: 'invalid' } as const;
const log = { kind: 'log', name: 'log' } as const;

function openLesson() {
  const list = openList();
  list.records.apply([
    recordOf(1, invalid),
    recordOf(2, { ...invalid, ...log }),
    recordOf(3, log),
    recordOf(4, { lost: true }),
  ]);
  return list;
}

it('a chip shows the count of all events if no filter is set', () => {
  const { counts, runIdle } = openLesson();
  runIdle();
  expect([counts.states.value, counts.kinds.value]).toEqual([null, null]);
});

it('a chip counts the events that match the other terms of the filter, regardless of selected chips in its row', () => {
  const { filter, counts, runIdle } = openLesson();
  filter.setQuery('kind:log is:invalid');
  runIdle();
  expect(counts.states.value).toMatchObject({ total: 2, invalid: 1 });
  expect(counts.kinds.value?.byKind.get('interact')).toBe(1);
  expect(counts.kinds.value?.byKind.get('log')).toBe(1);
  filter.setQuery('kind:log is:lost');
  runIdle();
  expect(counts.states.value).toMatchObject({ total: 2, invalid: 1 });
});

it('the count of a chip follows added, changed and cleared events, even while the count is in progress', () => {
  const { filter, records, counts, runIdle } = openLesson();
  filter.setQuery('kind:log');
  records.apply([recordOf(5, { ...invalid, ...log }), recordOf(3, { ...invalid, ...log })]);
  runIdle();
  expect(counts.states.value).toMatchObject({ total: 3, invalid: 3 });
  records.apply([recordOf(6, { ...invalid, ...log }), recordOf(2, log), recordOf(7, invalid)]);
  expect(counts.states.value).toMatchObject({ total: 4, invalid: 3 });
  records.clear();
  runIdle();
  expect(counts.states.value).toMatchObject({ total: 0, invalid: 0 });
});

it('the count of a chip is computed in batches, and shown when complete', () => {
  const { filter, records, counts, runIdle } = openList();
  records.apply(Array.from({ length: 4_500 }, (_, index) => recordOf(index + 1, log)));
  filter.setQuery('kind:log');
  runIdle();
  runIdle();
  records.apply([recordOf(1, { ...log, ...invalid }), recordOf(4_400, { ...log, ...invalid })]);
  expect(counts.states.value).toBeNull();
  runIdle();
  expect(counts.states.value).toMatchObject({ total: 4_500, invalid: 2 });
});

it('the count of a chip is dropped when the filter is cleared', () => {
  const { filter, counts, runIdle } = openLesson();
  filter.setQuery('kind:log');
  runIdle();
  filter.clear();
  expect(counts.states.value).toBeNull();
});

it('counting pauses while the user types', () => {
  const { filter, counts, fake } = openLesson();
  for (const text of ['k', 'ki', 'kin']) {
    filter.setText(text);
    fake.advance(100);
    fake.runIdle();
    expect(counts.states.value).toBeNull();
  }
  fake.advance(50);
  fake.runIdle();
  expect(counts.states.value).toMatchObject({ total: 0 });
});

it('both rows of chips show the same events if no chip is selected', () => {
  const { filter, counts, runIdle } = openLesson();
  filter.setQuery('-log');
  runIdle();
  expect(counts.states.value).toMatchObject({ total: 2, invalid: 1 });
  expect(counts.kinds.value).toEqual(counts.states.value);
});

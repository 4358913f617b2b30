import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { isNavigation } from '#components/panel/event-list/rows-with-navigations.ts';
import { createVisible } from '#components/panel/event-list/visible-rows.ts';
import { createFilter } from '#components/panel/filter/filter.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { compilePattern } from '#core/patterns/compile-pattern';
import { compileFilter } from '#core/query/compile-filter';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';
import { shareRuns } from './fuzz-runs';

await filterLanguage.load();

/** Opens a list with its filter, which uses the whole index like the panel. */
function openList() {
  const { scheduler, runTasks } = createFakeScheduler();
  const records = createRecords();
  const filter = createFilter(compilePattern);
  const visible = createVisible(records, filter, scheduler);
  const readVisibleRows = () =>
    Array.from({ length: visible.length.value }, (_, line) => visible.at(line)).flatMap((item) =>
      item && !isNavigation(item) ? [item.row] : [],
    );
  /** Filters all records without an index or a cache, as the reference for {@link readVisibleRows}. */
  const filterAllRows = () =>
    records
      .all()
      .filter(compileFilter(filter.applied.value))
      .map(({ row }) => row);
  return { records, filter, visible, runTasks, readVisibleRows, filterAllRows };
}

type List = ReturnType<typeof openList>;
type Step = (list: List) => void;

const word = fc.string({ unit: fc.constantFrom('y', 'z'), maxLength: 4 });
const kind = fc.constantFrom('interact', 'start', 'end');
/** Contexts of the events. Most events of a page have the same one. */
const contexts = ['', 'y', 'zy'].map((channel) => ({ channel }));
const record = (row: number): fc.Arbitrary<TelemetryRecord> =>
  fc
    .record({
      id: word,
      type: word,
      kind,
      context: fc.constantFrom(...contexts, null),
      isInvalid: fc.boolean(),
      isLost: fc.boolean(),
      missingPart: fc.nat(2),
    })
    .map(({ id, type, kind: recordKind, context, isInvalid, isLost, missingPart }) =>
      recordOf(row, {
        kind: recordKind,
        headline: '',
        verdict: isInvalid ? 'invalid' : 'valid',
        lost: isLost,
        call: missingPart === 0 ? null : callOf({ args: [{ id, type }] }),
        event:
          missingPart === 1 ? null : eventOf({ json: { eid: recordKind.toUpperCase(), context, edata: { id, type } } }),
        requests:
          missingPart === 2
            ? [requestOf({ carriedEvent: { eid: recordKind.toUpperCase(), edata: { id: type } } })]
            : [],
      }),
    );

const ROWS = 8;
const changeRecords = fc.array(fc.integer({ min: 1, max: ROWS }).chain(record), { minLength: 1, maxLength: 3 }).map(
  (changed): Step =>
    ({ records }) =>
      records.apply(changed),
);
const typeFilter: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom('', '-', 'edata.id:', '-edata.type:', 'edata.id:*', '/y+', 'is:lost ', 'kind:start,end '),
    fc.oneof(
      word,
      word.map((text) => `${text} ${text}`),
    ),
  )
  .map(([start, text]) => ({ filter, runTasks }) => {
    const inputText = `${start}${text}${start.startsWith('/') ? '/' : ''}`;
    for (let length = 1; length <= inputText.length; length += 1) filter.setText(inputText.slice(0, length));
    runTasks();
  });
const otherStep: fc.Arbitrary<Step> = fc.constantFrom<Step[]>(
  ({ filter }) => filter.setText(filter.value.value.text.slice(0, -1)),
  ({ filter }) => filter.setText(`${filter.value.value.text}y`),
  ({ filter }) => filter.finish(),
  ({ filter }) => filter.removeToken(0),
  ({ filter }) => filter.toggleChip('kind', 'start'),
  ({ filter }) => filter.toggleChip('is', 'invalid'),
  ({ filter }) => filter.toggleChip('is', 'lost'),
  ({ filter }) => filter.clear(),
  ({ records }) => records.clear(),
  ({ records }) => void records.restore(),
  ({ filter }) => {
    filter.hidden.value = { rows: new Set([...filter.hidden.value.rows, 1, 3]), similarTo: [] };
  },
  ({ filter }) => {
    filter.hidden.value = { rows: new Set(), similarTo: [] };
  },
  ({ records }) => records.forget(),
  ({ records }) => records.addNavigations([{ at: 5, url: 'http://localhost/', afterRow: 4 }]),
  ({ visible }) => visible.prepareSearch(),
  ({ visible, filter }) => void visible.countPassing(filter.applied.peek()),
);

/** Each case is a list with up to 25 changes, each of which is compared. */
const numRuns = shareRuns(50);

it('the search index shows the same rows as unindexed filtering, after any input, change and clear', () => {
  let visibleRowCount = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ arbitrary: changeRecords, weight: 3 }, { arbitrary: typeFilter, weight: 3 }, otherStep), {
        minLength: 5,
        maxLength: 25,
      }),
      (steps) => {
        const list = openList();
        for (const [index, step] of steps.entries()) {
          step(list);
          const rows = list.readVisibleRows();
          visibleRowCount += rows.length;
          expect(rows, `step ${index}`).toEqual(list.filterAllRows());
          expect(list.visible.countPassing(list.filter.applied.peek())).toBe(rows.length);
        }
      },
    ),
    { numRuns },
  );
  expect(visibleRowCount).toBeGreaterThan(numRuns * 5);
});

it('the search index shows the same rows after each key, while a long list is still being indexed', () => {
  const list = openList();
  const idOf = (row: number) => `${row.toString(2).replaceAll('0', 'y').replaceAll('1', 'z')}`;
  const rows = Array.from({ length: 2_000 }, (_, index) => index + 1);
  list.records.apply(rows.map((row) => recordOf(row, { headline: idOf(row) })));
  for (const text of ['z', 'zy', 'zyz', 'zy', 'zyy', 'yz', '-zz', '-zzy', 'zyz z', '']) {
    list.filter.setText(text);
    while (list.visible.isSearching.value) list.runTasks();
    expect(list.readVisibleRows(), text).toEqual(list.filterAllRows());
  }
});

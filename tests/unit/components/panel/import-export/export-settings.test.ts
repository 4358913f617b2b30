import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { defaultListSettings } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList } from '#components/panel/event-list/event-list.ts';
import { createExportSource, formatExportName, toFileName } from '#components/panel/import-export/export-writing.ts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { measureGrowth } from '#tests/fixtures/growth';
import { recordOf } from '#tests/fixtures/records';

function listOf(count: number) {
  const list = createEventList(createFakeScheduler().scheduler, signal(defaultListSettings));
  list.records.apply(
    Array.from({ length: count }, (_, index) => recordOf(index + 1, { headline: index === 1 ? 'two' : '' })),
  );
  list.records.addNavigations([{ at: 5, url: 'http://x.org/', afterRow: 1 }]);
  return list;
}
const rows = (records: readonly { readonly row: number }[]) => records.map(({ row }) => row);

it('all events are exported by default if no filter is set and nothing is selected', () => {
  const { defaultScope, records } = createExportSource(listOf(3));
  expect([defaultScope, rows(records.all), rows(records.shown), rows(records.selected)]).toEqual([
    'all',
    [1, 2, 3],
    [1, 2, 3],
    [],
  ]);
});

it('the filtered events are exported by default if a filter is set', () => {
  const list = listOf(3);
  list.filter.setText('two');
  const { defaultScope, records } = createExportSource(list);
  expect([defaultScope, rows(records.shown)]).toEqual(['shown', [2]]);
});

it('only the selected events are exported by default if several are selected', () => {
  const list = listOf(3);
  list.selection.select([1, 3], 3);
  const { defaultScope, records } = createExportSource(list);
  expect([defaultScope, rows(records.selected)]).toEqual(['selected', [1, 3]]);
});

it('events that arrive while the dialog is open are not exported', () => {
  const list = listOf(1);
  const { records } = createExportSource(list);
  list.records.apply([recordOf(2)]);
  expect(rows(records.all)).toEqual([1]);
});

describe('file names', () => {
  const at = new Date(2026, 10, 21, 9, 5).getTime();
  it.each([
    ['localhost:4173', 'telemetry-localhost-4173-2026-11-21-0905.har'],
    ['', 'telemetry-2026-11-21-0905.har'],
    ['../../etc/passwd', 'telemetry-etc-passwd-2026-11-21-0905.har'],
    ['पाठ.json', 'telemetry-पाठ.json-2026-11-21-0905.har'],
  ])('the file name for the site or file %s is %s', (source, name) =>
    expect(formatExportName(source, at, { extension: 'har' })).toBe(name),
  );

  it('a file name is computed in linear time', () => {
    expect(measureGrowth((size) => `x${'.'.repeat(size)}x`, toFileName, 8_000)).toBeLessThan(8);
  });
  it('a file name is limited in length', () => expect(toFileName('x'.repeat(500))).toHaveLength(70));
});

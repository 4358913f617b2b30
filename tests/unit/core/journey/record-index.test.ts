import { expect, it } from 'vitest';
import type { TelemetryRecord } from '#core/journey/record';
import { createRecordIndex } from '#core/journey/record-index';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const eventWithMid = (mid: string) => ({ eid: 'INTERACT', mid });
const withMid = (mid: string) => ({ event: eventOf({ json: eventWithMid(mid) }) });

function withoutRow({ row: _, ...record }: TelemetryRecord): Omit<TelemetryRecord, 'row'> {
  return record;
}

function indexOf(...records: readonly Partial<TelemetryRecord>[]) {
  const index = createRecordIndex();
  for (const record of records) index.add(withoutRow(recordOf(0, record)));
  return index;
}

it('the index of records assigns the next row to each new record, and finds a record by its call and document', () => {
  const index = indexOf({ call: callOf({ id: 'c' }), documentKey: 'one' }, { call: null, documentKey: 'other' });
  expect([index.lastRow(), index.all().map(({ row }) => row)]).toEqual([2, [1, 2]]);
  expect(index.findByCall('c', 'one')?.row).toBe(1);
  expect(index.findByCall('c', 'other')).toBeNull();
  expect(index.get(null)).toBeNull();
});

it('the index of records finds all rows with the same mid, and no row for an event without a mid', () => {
  const index = indexOf({}, {}, {});
  for (const row of [1, 2, 3]) index.addEvent(eventWithMid('m'), row);
  expect(index.similarRows.rowsOf(eventWithMid('m'))).toEqual([1, 2, 3]);
  index.addEvent({ eid: 'INTERACT' }, 3);
  expect(index.similarRows.rowsOf({ eid: 'INTERACT' })).toEqual([]);
});

it('changing a request updates it in all its records, and a renamed request is found by its new ID', () => {
  const withRequest = (id: string) => ({ requests: [requestOf({ id })] });
  const index = indexOf(withRequest('r'), withRequest('other'), withRequest('r'));
  index.setRowsOfRequest('r', new Set([1, 3]));
  const changed = index.changeRequest('r', (request) => ({ ...request, id: 'renamed' }));
  index.renameRequest('r', 'renamed');
  expect(changed.map(({ row, requests }) => [row, requests[0]?.id])).toEqual([
    [1, 'renamed'],
    [3, 'renamed'],
  ]);
  expect([index.hasRequest('r'), [...index.rowsOfRequest('renamed')]]).toEqual([false, [1, 3]]);
  expect(index.get(2)?.requests[0]?.id).toBe('other');
});

it('the index of records restores stored records in any order, but does not overwrite its own newer records', () => {
  const index = indexOf(withMid('first'));
  const added = index.restore([recordOf(3, withMid('m')), recordOf(2, withMid('m')), recordOf(1, withMid('old'))]);
  expect(added.map(({ row }) => row)).toEqual([3, 2]);
  expect(index.similarRows.rowsOf(eventWithMid('m'))).toEqual([2, 3]);
  expect(index.similarRows.rowsOf(eventWithMid('old'))).toEqual([]);
  index.add(withoutRow(recordOf(0)));
  expect(index.lastRow()).toBe(4);
});

it('the index of records removes all data of dropped records, and never assigns a row number twice', () => {
  const index = createRecordIndex();
  index.restore([
    recordOf(1, { ...withMid('dropped'), call: callOf({ id: 'dropped' }), requests: [requestOf({ id: 'dropped' })] }),
    recordOf(2, {
      ...withMid('retained'),
      call: callOf({ id: 'retained' }),
      requests: [requestOf({ id: 'retained' })],
    }),
  ]);
  index.retainOnly(index.all().filter(({ row }) => row === 2));
  const lookUp = (name: string) => [
    index.findByCall(name, 'document')?.row ?? null,
    index.similarRows.rowsOf(eventWithMid(name)).length,
    index.hasRequest(name),
  ];
  expect([lookUp('dropped'), lookUp('retained')]).toEqual([
    [null, 0, false],
    [2, 1, true],
  ]);
  expect(index.add(withoutRow(recordOf(0))).row).toBe(3);
});

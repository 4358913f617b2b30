import { expect, it } from 'vitest';
import { findPreviousOfKind } from '#core/journey/record';
import { compareRecords, countDifferences, MAX_DIFFERENCES, toDifferencesJson } from '#core/journey/record-comparison';
import { addManualCdata } from '#core/journey/values/manual-cdata';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const touchRecord = recordOf(1, {
  event: eventOf({
    json: { eid: 'INTERACT', mid: 'a', ets: 1, edata: { type: 'TOUCH', id: 'play', pageid: 'home' } },
  }),
});
const clickRecord = recordOf(2, {
  event: eventOf({
    json: { eid: 'INTERACT', mid: 'b', ets: 2, syncts: 3, edata: { type: 'click', id: 'play', extra: { mid: 'x' } } },
  }),
});

it('volatile fields, which differ between any two events, are listed separately', () => {
  const { differences, volatile, isTruncated } = compareRecords(touchRecord, clickRecord);
  expect(volatile.map(({ path }) => path)).toEqual([['mid'], ['ets'], ['syncts']]);
  expect(toDifferencesJson(differences)).toEqual([
    { path: 'edata.type', change: 'changed', before: 'TOUCH', after: 'click' },
    { path: 'edata.pageid', change: 'removed', before: 'home' },
    { path: 'edata.extra', change: 'added', after: { mid: 'x' } },
  ]);
  expect(countDifferences(differences)).toEqual({ changed: 1, added: 1, removed: 1 });
  expect(isTruncated).toBe(false);
});

it('a field of edata with the name of a volatile field is not volatile', () => {
  const withMid = (mid: string) => recordOf(1, { event: eventOf({ json: { mid: 'a', edata: { mid } } }) });
  expect(compareRecords(withMid('x'), withMid('y')).differences.map(({ path }) => path)).toEqual([['edata', 'mid']]);
});

it('a call without an event is compared as the event that it would emit', () => {
  const callRecord = recordOf(1, {
    event: null,
    kind: 'start',
    name: 'start',
    call: callOf({ method: 'start', args: [{}, 'do_1', '1.0', { type: 'content' }, { context: { env: 'home' } }] }),
  });
  const eventRecord = recordOf(2, {
    event: eventOf({
      json: {
        eid: 'START',
        mid: 'b',
        edata: { type: 'content' },
        object: { id: 'do_2', ver: '1.0' },
        context: { env: 'home' },
      },
    }),
  });
  expect(toDifferencesJson(compareRecords(callRecord, eventRecord).differences)).toEqual([
    { path: 'object.id', change: 'changed', before: 'do_1', after: 'do_2' },
  ]);
});

it('compareRecords reports whether its list of differences is truncated', () => {
  const edata = Object.fromEntries(Array.from({ length: MAX_DIFFERENCES + 1 }, (_, index) => [`key${index}`, index]));
  const one = recordOf(1, { event: eventOf({ json: { edata: {} } }) });
  const other = recordOf(2, { event: eventOf({ json: { edata } }) });
  const { differences, isTruncated } = compareRecords(one, other);
  expect(differences).toHaveLength(MAX_DIFFERENCES);
  expect(isTruncated).toBe(true);
  expect(compareRecords(one, one)).toEqual({ differences: [], volatile: [], isTruncated: false });
});

it('the edata of events is compared before their envelope', () => {
  const withContext = (did: string, id: string) =>
    recordOf(1, { event: eventOf({ json: { eid: 'INTERACT', context: { did }, edata: { id } } }) });
  const { differences } = compareRecords(withContext('a', 'play'), withContext('b', 'stop'));
  expect(differences.map(({ path }) => path.join('.'))).toEqual(['edata.id', 'context.did']);
});

it.each([
  ['unset', {}],
  ['an empty list', { cdata: [] }],
  ['a list with entries of the page', { cdata: [{ type: 'Class', id: '5' }] }],
])(
  'the panel’s marker in the cdata of a fired event is a volatile difference if cdata is otherwise %s',
  (_, context) => {
    const eventRecord = recordOf(1, { event: eventOf({ json: { eid: 'INTERACT', context, edata: {} } }) });
    const firedRecord = recordOf(2, {
      event: eventOf({ json: { eid: 'INTERACT', context: addManualCdata(context) ?? null, edata: {} } }),
    });
    for (const [one, other] of [
      [eventRecord, firedRecord],
      [firedRecord, eventRecord],
    ] as const) {
      const { differences, volatile } = compareRecords(one, other);
      expect(differences).toEqual([]);
      expect(volatile.map(({ path }) => path.join('.'))).toEqual(['context.cdata']);
    }
    expect(compareRecords(firedRecord, firedRecord)).toEqual({ differences: [], volatile: [], isTruncated: false });
  },
);

it('findPreviousOfKind returns the latest earlier record of the same kind, or null', () => {
  const end = (row: number) => recordOf(row, { kind: 'end', name: 'end' });
  const unknown = (row: number, name: string) => recordOf(row, { kind: null, name });
  const records = [recordOf(1), end(2), recordOf(3), unknown(4, 'hover'), recordOf(5), unknown(6, 'scroll')];
  const previousOf = (record: (typeof records)[number]) => findPreviousOfKind(record, records)?.row ?? null;
  expect(records.map(previousOf)).toEqual([null, null, 1, null, 3, null]);
});

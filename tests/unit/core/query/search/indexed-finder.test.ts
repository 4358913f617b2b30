import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainFinder } from '#core/query/finder';
import { createIndexedFinder } from '#core/query/search/indexed-finder';
import type { JudgedRecord } from '#core/stream/judged-record';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const recordOfCall = (row: number, id: string) => recordOf(row, { event: null, call: callOf({ args: [{ id }] }) });
const rowsWith = (passes: (record: JudgedRecord) => boolean, records: readonly JudgedRecord[]) =>
  records.filter(passes).map(({ row }) => row);

it('a text finder returns the same records as a search without an index, regardless of the order of typing', () => {
  const ids = ['edat', 'edata', 'an edat, then edata', 'edata edata.type', 'red', 'eded', '', 'data'];
  const records = ids.map((id, index) => recordOfCall(index + 1, id));
  const { has } = createIndexedFinder();
  const inputs = [
    'e',
    'ed',
    'eda',
    'ed',
    'edat',
    'edata',
    'edata.',
    'edata.t',
    'd',
    'da',
    'edata',
    'red',
    'e',
    'x',
    'xy',
  ];
  for (const word of inputs) {
    const expected = rowsWith(plainFinder.has(word), records);
    expect(rowsWith(has(word), records), word).toEqual(expected);
  }
});

it('a text finder returns the same records as a search without an index while the user types and records change', () => {
  const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('y', 'z'), maxLength });
  const ids = fc.array(letters(8), { minLength: 4, maxLength: 4 });
  const steps = fc.array(fc.record({ row: fc.integer({ min: 1, max: 4 }), id: letters(8), word: letters(4) }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(ids, steps, (first, changes) => {
      const { has } = createIndexedFinder();
      const records = first.map((id, index) => recordOfCall(index + 1, id));
      for (const { row, id, word } of changes) {
        for (let length = 1; length <= word.length; length += 1) {
          const prefix = word.slice(0, length);
          const expected = rowsWith(plainFinder.has(prefix), records);
          expect(rowsWith(has(prefix), records)).toEqual(expected);
        }
        records[row - 1] = recordOfCall(row, id);
      }
    }),
    { numRuns: 300 },
  );
});

it('a text finder searches the whole text again if the text has changed', () => {
  const { has } = createIndexedFinder();
  const passes = has('wanted');
  expect(rowsWith(passes, [recordOfCall(1, 'nothing')])).toEqual([]);
  expect(rowsWith(passes, [recordOfCall(1, 'wanted')])).toEqual([1]);
  const narrower = has('wanted one');
  expect(rowsWith(narrower, [recordOfCall(1, 'wanted')])).toEqual([]);
  expect(rowsWith(narrower, [recordOfCall(1, 'the wanted one')])).toEqual([1]);
  expect(rowsWith(passes, [recordOfCall(1, 'the wanted one')])).toEqual([1]);
});

it('a text finder finds a changed text if many other words were searched for in the meantime', () => {
  const { has } = createIndexedFinder();
  has('a');
  const old = [recordOfCall(1, 'nothing')];
  rowsWith(has('warm'), old);
  const passes = has('wanted');
  expect(rowsWith(passes, old)).toEqual([]);
  for (const word of 'bcdefghijkl') rowsWith(has(word), old);
  expect(rowsWith(passes, [recordOfCall(1, 'wanted')])).toEqual([1]);
});

it('a text finder finds new records if the same word is searched for again', () => {
  const { has } = createIndexedFinder();
  const first = has('wanted');
  expect(rowsWith(first, [recordOfCall(1, 'nothing')])).toEqual([]);
  const second = has('wanted');
  expect(rowsWith(second, [recordOfCall(1, 'nothing'), recordOfCall(2, 'wanted')])).toEqual([2]);
  expect(rowsWith(first, [recordOfCall(1, 'wanted'), recordOfCall(2, 'nothing')])).toEqual([1]);
});

it('a text finder finds records after their cache was cleared', () => {
  const { has, forget } = createIndexedFinder();
  const records = [recordOfCall(1, 'one'), recordOfCall(2, 'two')];
  expect(rowsWith(has('one'), records)).toEqual([1]);
  forget(1_000);
  expect(rowsWith(has('two'), records)).toEqual([2]);
  expect(rowsWith(has('one'), records)).toEqual([1]);
});

it('cached field values are read again if a record is replaced', () => {
  const { readerAt } = createIndexedFinder();
  const idsOf = readerAt('edata.id');
  expect(idsOf(recordOfCall(1, 'one'))).toEqual(['one']);
  expect(idsOf(recordOfCall(1, 'other'))).toEqual(['other']);
  for (const path of ['edata.type', 'mid', 'sid']) expect(readerAt(path)(recordOfCall(1, 'other'))).toEqual([]);
  expect(readerAt('edata.id')(recordOfCall(1, 'last'))).toEqual(['last']);
});

it('a text finder finds a shared context in each of its records, also after it changes in some of them', () => {
  const recordWithContext = (row: number, context: { readonly channel: string }) =>
    recordOf(row, { call: null, event: eventOf({ json: { eid: 'LOG', context, edata: { id: String(row) } } }) });
  const [rain, sun] = [{ channel: 'rain' }, { channel: 'sun' }];
  const { has, test, forget } = createIndexedFinder();
  const records = [recordWithContext(1, rain), recordWithContext(2, rain), recordWithContext(3, sun)];
  const [hasRain, matchesSun] = [has('rain'), test((text) => /"s.n"/.test(text))];
  expect(rowsWith(hasRain, records)).toEqual([1, 2]);
  expect(rowsWith(matchesSun, records)).toEqual([3]);
  const changed = [
    recordWithContext(1, sun),
    recordWithContext(2, rain),
    recordWithContext(3, { channel: 'rain again' }),
  ];
  expect(rowsWith(hasRain, changed)).toEqual([2, 3]);
  expect(rowsWith(matchesSun, changed)).toEqual([1]);
  forget(3);
  expect(rowsWith(hasRain, changed)).toEqual([2, 3]);
  expect(rowsWith(has('sun'), changed)).toEqual([1]);
});

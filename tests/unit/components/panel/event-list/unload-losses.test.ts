import { describe, expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { addLossesToMarks } from '#components/panel/event-list/unload-losses.ts';
import { recordOf } from '#tests/fixtures/records';

const mark = (at: number, afterRow: number) => ({ at, url: 'http://localhost/', afterRow });
const lossesOf = (...input: Parameters<typeof addLossesToMarks>) =>
  addLossesToMarks(...input).map(({ lostBefore = 0 }) => lostBefore);

describe('what was lost with a page', () => {
  it('what was lost with a page stands at the first navigation after the last event of that page', () => {
    const records = [
      recordOf(1, { documentKey: 'a', at: 10, lost: true }),
      recordOf(2, { documentKey: 'a', at: 20 }),
      recordOf(3, { documentKey: 'b', at: 40, lost: true }),
      recordOf(4, { documentKey: 'b', at: 41, lost: true }),
    ];
    expect(lossesOf([mark(30, 2), mark(50, 4)], records)).toEqual([1, 2]);
  });

  it('what was lost with a page is right where rows of the next page came before the mark', () => {
    const records = [
      recordOf(1, { documentKey: 'a', at: 10, lost: true }),
      recordOf(2, { documentKey: 'b', at: 29 }),
      recordOf(3, { documentKey: 'b', at: 40, lost: true }),
    ];
    expect(lossesOf([mark(30, 2), mark(50, 3)], records)).toEqual([1, 1]);
  });

  it('events lost with a page reach the list also if the loss is known only after the navigation mark', () => {
    const records = createRecords();
    const reported: string[] = [];
    records.apply([recordOf(1, { at: 10 })]);
    records.navigated(mark(30, 1));
    records.listen(({ type }) => reported.push(type));
    records.apply([recordOf(1, { at: 10, lost: true })]);
    expect(records.marks()).toEqual([{ ...mark(30, 1), lostBefore: 1 }]);
    expect(reported).toEqual(['records', 'all']);
  });

  it('what was lost with a page is counted once for all that is taken in and shown together, and before it is cleared', () => {
    const records = createRecords();
    records.apply([recordOf(1, { at: 10 }), recordOf(2, { at: 11 })]);
    records.navigated(mark(30, 2));
    const reported: string[] = [];
    records.listen(({ type }) => reported.push(type));
    records.take([recordOf(1, { at: 10, lost: true })]);
    records.take([recordOf(2, { at: 11, lost: true })]);
    expect(reported).toEqual(['records', 'records']);
    records.clear();
    records.restore();
    expect(records.marks()).toEqual([{ ...mark(30, 2), lostBefore: 2 }]);
    expect(reported).toEqual(['records', 'records', 'all', 'all', 'cleared', 'all', 'restored']);
  });
});

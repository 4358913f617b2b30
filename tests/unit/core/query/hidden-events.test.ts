import { describe, expect, it } from 'vitest';
import { compileFilter } from '#core/query/compile-filter';
import { noHiddenEvents, similarityKeyOf } from '#core/query/hidden-events';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const recordWithData = (row: number, edata: Record<string, string | number>) =>
  recordOf(row, { event: eventOf({ json: { eid: 'INTERACT', edata } }) });
const nextClick = recordWithData(1, { type: 'CLICK', id: 'next' });

describe('similar events', () => {
  const passes = compileFilter({ query: [], hidden: { ...noHiddenEvents, similarTo: [similarityKeyOf(nextClick)] } });

  it.each([
    ['the same', recordWithData(2, { type: 'CLICK', id: 'next', extra: 1 }), false],
    ['another id', recordWithData(2, { type: 'CLICK', id: 'back' }), true],
    ['another type', recordWithData(2, { type: 'DRAG', id: 'next' }), true],
    ['no id', recordWithData(2, { type: 'CLICK' }), true],
    ['another kind', { ...recordWithData(2, { type: 'CLICK', id: 'next' }), kind: 'log' as const, name: 'log' }, true],
    [
      'a call without an event',
      recordOf(2, { event: null, call: callOf({ args: [{ type: 'CLICK', id: 'next' }] }) }),
      false,
    ],
  ])('hiding similar events hides those of the same kind, type and id: %s', (_, record, isShown) => {
    expect(passes(record)).toBe(isShown);
  });

  it('hiding similar events works for events without type and id', () => {
    const hidden = { ...noHiddenEvents, similarTo: [similarityKeyOf(recordWithData(1, { level: 'INFO' }))] };
    expect(compileFilter({ query: [], hidden })(recordWithData(2, { level: 'WARN' }))).toBe(false);
    expect(compileFilter({ query: [], hidden })(nextClick)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { compileFilter } from '#core/query/compile-filter';
import { noHiddenEvents, similarityKeyOf } from '#core/query/hidden-events';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const withData = (row: number, edata: Record<string, string | number>) =>
  recordOf(row, { event: eventOf({ json: { eid: 'INTERACT', edata } }) });
const next = withData(1, { type: 'CLICK', id: 'next' });

describe('similar events', () => {
  const passes = compileFilter({ query: [], hidden: { ...noHiddenEvents, similarTo: [similarityKeyOf(next)] } });

  it.each([
    ['the same', withData(2, { type: 'CLICK', id: 'next', extra: 1 }), false],
    ['another id', withData(2, { type: 'CLICK', id: 'back' }), true],
    ['another type', withData(2, { type: 'DRAG', id: 'next' }), true],
    ['no id', withData(2, { type: 'CLICK' }), true],
    ['another kind', { ...withData(2, { type: 'CLICK', id: 'next' }), kind: 'log' as const, name: 'log' }, true],
    [
      'a call without an event',
      recordOf(2, { event: null, call: callOf({ args: [{ type: 'CLICK', id: 'next' }] }) }),
      false,
    ],
  ])('hiding similar events hides those of the same kind, type and id: %s', (_, record, isShown) => {
    expect(passes(record)).toBe(isShown);
  });

  it('hiding similar events works for events without type and id', () => {
    const hidden = { ...noHiddenEvents, similarTo: [similarityKeyOf(withData(1, { level: 'INFO' }))] };
    expect(compileFilter({ query: [], hidden })(withData(2, { level: 'WARN' }))).toBe(false);
    expect(compileFilter({ query: [], hidden })(next)).toBe(true);
  });
});

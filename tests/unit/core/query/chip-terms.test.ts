import { describe, expect, it } from 'vitest';
import { journeyStates } from '#core/journey/journey-state';
import { compilePattern } from '#core/patterns/compile-pattern';
import { chipValues, queryWithoutChips, toggleChip } from '#core/query/chip-terms';
import { formerValues, valuesOf } from '#core/query/filter-keys';
import { readQuery } from '#core/query/read-query';

function read(text: string) {
  const query = readQuery<never>(text, compilePattern);
  if (!query.ok) throw new Error(text);
  return query.value;
}
const testsOf = (text: string) => read(text).flatMap(({ tests }) => tests);

describe('words of the filter that were renamed', () => {
  it.each([
    ['is:doubled', 'is:duplicate'],
    ['is:answered', 'is:accepted'],
    ['is:REFUSED', 'is:rejected'],
    ['state:answered', 'state:accepted'],
    ['state:refused', 'state:rejected'],
    ['-is:invalid,doubled', '-is:invalid,duplicate'],
  ])('renamed words are read in the old writing as in the new: %s, %s', (old, current) => {
    expect(testsOf(old)).toEqual(testsOf(current));
  });

  it('renamed words are matched by a pattern in either writing, each once', () => {
    expect(testsOf('state:/^(answered|accepted)$/')).toEqual(testsOf('state:accepted'));
  });

  it('former words are not offered any more', () => {
    expect(valuesOf('is')).toEqual(expect.arrayContaining(['duplicate', 'accepted', 'rejected']));
    expect(valuesOf('is')).not.toEqual(expect.arrayContaining(['doubled']));
    expect(valuesOf('state')).toHaveLength(journeyStates.length);
    for (const key of ['is', 'state'] as const) {
      expect(formerValues(key).filter((word) => valuesOf(key)?.includes(word))).toEqual([]);
    }
  });
});

describe('the chips of a filter', () => {
  it.each<[readonly string[], readonly string[]]>([
    [
      ['is:invalid,doubled', 'quiz'],
      ['invalid', 'duplicate'],
    ],
    [
      ['is:lost', 'is:changed'],
      ['lost', 'changed'],
    ],
    [['-is:lost', 'is:/lost/', 'is:"lost"', 'state:lost', 'is:nonsense', 'kind:log'], []],
  ])('the chips of %j are %j', (tokens, values) => {
    expect([...chipValues(tokens, 'is')]).toEqual(values);
  });

  it('chips write the present word where a stored filter has the former one', () => {
    expect(toggleChip(['is:doubled'], 'is', 'lost')).toEqual(['is:duplicate,lost']);
    expect(toggleChip(['is:doubled', 'is:refused,doubled'], 'is', 'duplicate')).toEqual(['is:rejected']);
  });

  it('chips can be omitted from a filter that was read', () => {
    const query = queryWithoutChips(read('is:lost -is:changed kind:log quiz'), 'is');
    expect(query.map(({ text }) => text)).toEqual(['-is:changed', 'kind:log', 'quiz']);
  });
});

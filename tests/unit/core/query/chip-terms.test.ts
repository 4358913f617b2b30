import { describe, expect, it } from 'vitest';
import { compilePattern } from '#core/patterns/compile-pattern';
import { queryWithoutChips, readChipValues } from '#core/query/chip-terms';
import { parseQuery } from '#core/query/parse-query';

function parseFilter(text: string) {
  const query = parseQuery<never>(text, compilePattern);
  if (!query.ok) throw new Error(text);
  return query.value;
}

describe('filter chips', () => {
  it.each<[readonly string[], readonly string[]]>([
    [
      ['is:invalid,duplicate', 'quiz'],
      ['invalid', 'duplicate'],
    ],
    [
      ['is:lost', 'is:changed'],
      ['lost', 'changed'],
    ],
    [['-is:lost', 'is:/lost/', 'is:"lost"', 'state:lost', 'is:nonsense', 'kind:log'], []],
  ])('the tokens %j have the chips %j', (tokens, values) => {
    expect([...readChipValues(tokens, 'is')]).toEqual(values);
  });

  it('chips can be removed from a parsed filter', () => {
    const query = queryWithoutChips(parseFilter('is:lost -is:changed kind:log quiz'), 'is');
    expect(query.map(({ text }) => text)).toEqual(['-is:changed', 'kind:log', 'quiz']);
  });
});

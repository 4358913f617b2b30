import { expect, it } from 'vitest';
import { tokenizeJson } from '#core/json/tokenize-json';
import { measureGrowth } from '#tests/fixtures/growth';

it('tokenizeJson splits JSON into keys, strings, numbers, atoms and other text', () => {
  const tokens = tokenizeJson('{"a": "b\\"c", "d": [-1.5e3, true]}').map(({ text, className }) => [className, text]);
  expect(tokens.filter(([className]) => className !== null)).toEqual([
    ['k', '"a"'],
    ['s', '"b\\"c"'],
    ['k', '"d"'],
    ['n', '-1.5e3'],
    ['a', 'true'],
  ]);
});

it('tokenizeJson reads an unclosed string at the end of the text in linear time', () => {
  expect(tokenizeJson('{"a": "b\\')).toContainEqual({ text: '"b\\', className: 's' });
  expect(measureGrowth((size) => `"${'\\"'.repeat(size)}`, tokenizeJson, 8_000)).toBeLessThan(8);
});

it('tokenizeJson returns a string of 30 MB as one token', () => {
  const text = JSON.stringify('x'.repeat(30_000_000));
  expect(tokenizeJson(text)).toEqual([{ text, className: 's' }]);
});

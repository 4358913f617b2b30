import { expect, it } from 'vitest';
import { tokenizeJson } from '#core/json/json-parts';
import { growthOf } from '#tests/fixtures/growth';

it('JSON is cut into keys, strings, numbers, atoms and the rest', () => {
  const looks = tokenizeJson('{"a": "b\\"c", "d": [-1.5e3, true]}').map(({ text, look }) => [look, text]);
  expect(looks.filter(([look]) => look !== null)).toEqual([
    ['k', '"a"'],
    ['s', '"b\\"c"'],
    ['k', '"d"'],
    ['n', '-1.5e3'],
    ['a', 'true'],
  ]);
});

it('a text that is cut within a string ends with that string, in linear time', () => {
  expect(tokenizeJson('{"a": "b\\')).toContainEqual({ text: '"b\\', look: 's' });
  expect(growthOf((size) => `"${'\\"'.repeat(size)}`, tokenizeJson, 8_000)).toBeLessThan(8);
});

it('a string of 30 MB is one part', () => {
  const text = JSON.stringify('x'.repeat(30_000_000));
  expect(tokenizeJson(text)).toEqual([{ text, look: 's' }]);
});

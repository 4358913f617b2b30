import { expect, it } from 'vitest';
import { tokenizeJson } from '#core/json/json-parts';
import { growthOf } from '#tests/fixtures/growth';

it('JSON is cut into keys, strings, numbers, atoms and the rest', () => {
  const classNames = tokenizeJson('{"a": "b\\"c", "d": [-1.5e3, true]}').map(({ text, className }) => [
    className,
    text,
  ]);
  expect(classNames.filter(([className]) => className !== null)).toEqual([
    ['k', '"a"'],
    ['s', '"b\\"c"'],
    ['k', '"d"'],
    ['n', '-1.5e3'],
    ['a', 'true'],
  ]);
});

it('a text that is cut within a string ends with that string, in linear time', () => {
  expect(tokenizeJson('{"a": "b\\')).toContainEqual({ text: '"b\\', className: 's' });
  expect(growthOf((size) => `"${'\\"'.repeat(size)}`, tokenizeJson, 8_000)).toBeLessThan(8);
});

it('a string of 30 MB is one part', () => {
  const text = JSON.stringify('x'.repeat(30_000_000));
  expect(tokenizeJson(text)).toEqual([{ text, className: 's' }]);
});

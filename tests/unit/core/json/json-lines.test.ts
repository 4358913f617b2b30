import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitJsonLines } from '#core/json/json-lines';
import { countSteps } from '#tests/fixtures/counted-steps';

it('splitJsonLines returns the lines of JSON.stringify with an indentation of two spaces', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect([...splitJsonLines(JSON.stringify(value))].join('\n')).toBe(JSON.stringify(value, null, 2));
      expect([...splitJsonLines(JSON.stringify(value, null, 3))].join('\n')).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it('splitJsonLines preserves the original text of the values', () => {
  expect([...splitJsonLines('{"a":12345678901234567890,"a":1.0,"b":[],"c":{ }}')]).toEqual([
    '{',
    '  "a": 12345678901234567890,',
    '  "a": 1.0,',
    '  "b": [],',
    '  "c": {}',
    '}',
  ]);
});

it('splitJsonLines creates its lines lazily', () => {
  const texts = [10_000, 40_000].map((size) => `[${'1,'.repeat(size)}1]`);
  const [few, many] = countSteps(texts.map((text) => () => splitJsonLines(text).next()));
  expect(few).toBeGreaterThan(0);
  expect(many).toBe(few);
});

it('splitJsonLines returns short lines at any depth', () => {
  const lines = splitJsonLines(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`);
  for (const line of lines) expect(line.length).toBeLessThan(300);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitJsonLines } from '#core/json/json-lines';
import { countSteps } from '#tests/fixtures/counted-steps';

it('lines of JSON are those that JSON.stringify makes', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect([...splitJsonLines(JSON.stringify(value))].join('\n')).toBe(JSON.stringify(value, null, 2));
      expect([...splitJsonLines(JSON.stringify(value, null, 3))].join('\n')).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it('lines of JSON hold values as written', () => {
  expect([...splitJsonLines('{"a":12345678901234567890,"a":1.0,"b":[],"c":{ }}')]).toEqual([
    '{',
    '  "a": 12345678901234567890,',
    '  "a": 1.0,',
    '  "b": [],',
    '  "c": {}',
    '}',
  ]);
});

it('lines of JSON are made one by one, however many there are', () => {
  const texts = [10_000, 40_000].map((size) => `[${'1,'.repeat(size)}1]`);
  const [few, many] = countSteps(texts.map((text) => () => splitJsonLines(text).next()));
  expect(few).toBeGreaterThan(0);
  expect(many).toBe(few);
});

it('lines of JSON are short at any depth', () => {
  const lines = splitJsonLines(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`);
  for (const line of lines) expect(line.length).toBeLessThan(300);
});

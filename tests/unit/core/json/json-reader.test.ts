import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { findJsonFault } from '#core/json/json-reader';
import { englishText } from '#core/report/english-text';
import { measureStepGrowths } from '#tests/fixtures/counted-steps';

it.each([
  ['{"a": 1,}', 8, 'Trailing comma before }. Remove it.'],
  ['[1, 2,]', 6, 'Trailing comma before ]. Remove it.'],
  ['[1 2]', 3, 'Expected a comma or a closing bracket; got 2.'],
  ['{"a" 1}', 5, 'Expected a colon after the key; got 1.'],
  ["{'a': 1}", 1, 'Single quotes aren’t allowed. Use double quotes.'],
  ['{a: 1}', 1, 'Expected a key in double quotes or }; got a.'],
  ['{"a": undefined}', 6, 'Expected a value; got undefined.'],
  ['{"a": AKIAIOSFODNN7EXAMPLE}', 6, 'Expected a value; got A.'],
  ['{AKIAIOSFODNN7EXAMPLE: 1}', 1, 'Expected a key in double quotes or }; got A.'],
  ['{pageid: 1}', 1, 'Expected a key in double quotes or }; got pageid.'],
  ['{"otp": 0123456}', 8, 'Expected a number, true, false, null or a string in double quotes; got 0.'],
  ['01', 0, 'Expected a number, true, false, null or a string in double quotes; got 01.'],
  ['{} {}', 3, 'Expected the end of the text; got {.'],
  ['[1}', 2, 'Expected a comma or a closing bracket; got }.'],
  ['"open', 0, 'Unclosed string.'],
  ['"two\nlines"', 4, 'Line break in a string. Close the string or write \\n.'],
  ['"a\ttab"', 2, 'Control character U+0009 in a string. Write \\t for a tab, or another escape.'],
  ['"C:\\path"', 3, 'Invalid escape. Write \\\\ for a backslash.'],
  ['', 0, 'Unexpected end: expected a value.'],
  ['{"a": [1', 8, 'Unexpected end: expected a comma or a closing bracket. Unclosed: { ['],
])('the fault in %j is at offset %d: %s', (text, offset, message) => {
  const fault = findJsonFault(text);
  expect(fault?.offset).toBe(offset);
  expect(messageText(fault?.message ?? '')).toBe(message);
  expect(englishText(fault?.message ?? '')).toBe(message);
});

it('findJsonFault returns the line and the column, both starting at 1', () => {
  expect(findJsonFault('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({ line: 3, column: 3 });
});

it('findJsonFault returns a message code with parameters', () => {
  expect(findJsonFault('[1, nope]')?.message).toEqual({ code: 'jsonFault.notAScalar', params: { found: 'n' } });
  expect(findJsonFault('[[[]]]', 2)?.message).toEqual({ code: 'jsonFault.tooDeep', params: { n: 2 } });
});

it('findJsonFault takes linear time for any text', () => {
  const texts = ['[', '{"a":', '[1,', '{"a":1,"a"', '"\\\\"', '\\"', 'x', '1', '{}'];
  const inputsOf = texts.map((text) => (size: number) => text.repeat(size));
  const growths = measureStepGrowths(inputsOf, findJsonFault, 2_000);
  expect(growths).toHaveLength(texts.length);
  for (const growth of growths) expect(growth).toBeLessThan(8);
});

it('findJsonFault finds a fault after a string of 30 MB', () => {
  const text = JSON.stringify({ long: 'x'.repeat(30_000_000) });
  expect(findJsonFault(`${text}x`)?.offset).toBe(text.length);
});

it('findJsonFault returns null for valid JSON', () => {
  expect(findJsonFault(' {"a": [1, -2.5e+3, "\\u00e9\\n", true, false, null, {}, []]} ')).toBeNull();
});

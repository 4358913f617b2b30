import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { faultOf } from '#core/json/json-reader';
import { jsonFaultText } from '#core/report/json-fault-messages';
import { stepGrowthOf } from '#tests/fixtures/counted-steps';

describe('the fault of a text that is not JSON', () => {
  it.each([
    ['{"a": 1,}', 8, 'Found }; remove the comma before it.'],
    ['[1, 2,]', 6, 'Found ]; remove the comma before it.'],
    ['[1 2]', 3, 'Found 2; a comma or a closing bracket is needed.'],
    ['{"a" 1}', 5, 'Found 1; a colon is needed after the field name.'],
    ["{'a': 1}", 1, "Found '; use double quotes."],
    ['{a: 1}', 1, 'Found a; a field name in double quotes or } is needed.'],
    ['{"a": undefined}', 6, 'Found undefined; a value is needed.'],
    ['01', 0, 'Found 01; a number, true, false, null or a string in double quotes is needed.'],
    ['{} {}', 3, 'Found {; nothing more is expected.'],
    ['[1}', 2, 'Found }; a comma or a closing bracket is needed.'],
    ['"open', 0, 'A string begins here and is not closed.'],
    ['"two\nlines"', 4, 'A string goes over the end of its line; close it, or write \\n.'],
    ['"C:\\path"', 3, 'A backslash stands before a character that needs none; write \\\\.'],
    ['', 0, 'The text ends too early: a value is needed.'],
    ['{"a": [1', 8, 'The text ends too early: a comma or a closing bracket is needed. Not closed: { ['],
  ])('of %j is at %d: %s', (text, offset, sentence) => {
    const fault = faultOf(text);
    expect(fault?.offset).toBe(offset);
    expect(messageText(fault?.message ?? '')).toBe(sentence);
    expect(jsonFaultText(fault?.message ?? '')).toBe(sentence);
  });

  it('names the line and the column, both from 1', () => {
    expect(faultOf('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({ line: 3, column: 3 });
  });

  it('is a code with its parameters', () => {
    expect(faultOf('[1, nope]')?.message).toEqual({ code: 'jsonFault.notAScalar', params: { found: 'nope' } });
    expect(faultOf('[[[]]]', 2)?.message).toEqual({ code: 'jsonFault.tooDeep', params: { n: 2 } });
  });

  it('is found in a time that grows as the text does, whatever is in it', () => {
    const texts = ['[', '{"a":', '[1,', '{"a":1,"a"', '"\\\\"', '\\"', 'x', '1', '{}'];
    for (const text of texts) expect(stepGrowthOf((size) => text.repeat(size), faultOf, 2_000)).toBeLessThan(8);
  });

  it('is found behind a string of 30 MB', () => {
    const text = JSON.stringify({ long: 'x'.repeat(30_000_000) });
    expect(faultOf(`${text}x`)?.offset).toBe(text.length);
  });

  it('is null for JSON', () => {
    expect(faultOf(' {"a": [1, -2.5e+3, "\\u00e9\\n", true, false, null, {}, []]} ')).toBeNull();
  });
});

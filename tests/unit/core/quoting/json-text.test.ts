import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { formatRecordJson, formatRecordsJson } from '#core/formats/record-json';
import { formatJson, toOneLine } from '#core/quoting/json-text';
import { copyText } from '#panel/clipboard';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { hostileJson } from '#tests/fuzz/hostile-json';

afterEach(() => vi.unstubAllGlobals());

it.each([0, 2])('JSON text has the same value without raw control characters, with the indent %d', (indent) => {
  fc.assert(
    fc.property(hostileJson(['\u0003', '\u007f', 'a\u0085']), (value) => {
      const text = formatJson(value, indent);
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value));
    }),
  );
});

it('JSON text has the same value without characters that reorder the displayed text', () => {
  const value = { a: '\u202e\u2066b\u2069\u202c', '\u202d': 'ا\u200f' };
  expect(formatJson(value)).toBe(String.raw`{"a":"\u202e\u2066b\u2069\u202c","\u202d":"ا${'\u200f'}"}`);
  expect(JSON.parse(formatJson(value))).toEqual(value);
  expect(toOneLine('a \u202e*/ b')).toBe(String.raw`a \u202e*/ b`);
});

it('JSON text of copied events has no raw control characters', () => {
  const record = recordOf(1, { event: eventOf({ json: { eid: 'LOG', edata: { message: '\u007f\u0003' } } }) });
  for (const text of [formatRecordJson(record), formatRecordsJson([record, record])]) {
    expect(text).toContain(String.raw`"message": "\u007f\u0003"`);
  }
});

it('a text from a page is written on one line', () => {
  expect(toOneLine('a\r\nb\tc\u2028\u0085')).toBe(String.raw`a\u000d\u000ab\u0009c\u2028\u0085`);
});

it('a copied text has no control characters that a terminal would interpret as keys', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('a\n\tb\r\nc\u0003\u007f\u009b\u001b[A')).toBe(true);
  expect(writeText).toHaveBeenCalledWith(String.raw`a${'\n\t'}b${'\r\n'}c\u0003\u007f\u009b\u001b[A`);
});

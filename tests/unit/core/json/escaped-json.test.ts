import { expect, it } from 'vitest';
import { decodeEscapedJson } from '#core/json/escaped-json';
import { JsonTextStream } from '#core/json/json-in-text';
import { measureGrowth } from '#tests/fixtures/growth';

const event = { eid: 'LOG', mid: 'LOG:1', edata: { message: 'say "yes" & <b>, C:\\new', uri: 'a?b=1&c=\u00e9' } };
const json = JSON.stringify(event);
const partsOf = (text: string) => {
  const stream = new JsonTextStream();
  return [...stream.push(text), ...stream.end()];
};

it.each([
  ['a string', JSON.stringify(json).slice(1, -1)],
  ['a string in a string', JSON.stringify(JSON.stringify(json)).slice(3, -3)],
  ['a string in single quotes', JSON.stringify(json).slice(1, -1).replaceAll("'", "\\'")],
  ['a string with line breaks', JSON.stringify(JSON.stringify(event, null, 2)).slice(1, -1)],
  ['a string with escaped code points', JSON.stringify(json).slice(1, -1).replaceAll('\u00e9', '\\u00e9')],
  [
    'a log of nginx',
    [...new TextEncoder().encode(json)]
      .map((byte) =>
        /[^"\\]/.test(String.fromCharCode(byte)) && byte < 127
          ? String.fromCharCode(byte)
          : `\\x${byte.toString(16).toUpperCase()}`,
      )
      .join(''),
  ],
  ['PowerShell', json.replaceAll('"', '`"')],
  [
    'the Windows command line',
    JSON.stringify(json)
      .slice(1, -1)
      .replaceAll(/[^\w:,.]/g, '^$&'),
  ],
  ['markup', json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['markup with numbers', json.replaceAll('&', '&#38;').replaceAll('"', '&#x22;').replaceAll('<', '&#60;')],
])('decodeEscapedJson decodes an event that is escaped as in %s', (_, escaped) => {
  expect(JSON.parse(decodeEscapedJson(escaped))).toEqual(event);
});

it.each([`'\\''`, `'"'"'`])('JsonTextStream reads apostrophes that a shell command writes as %s', (apostrophe) => {
  const text = JSON.stringify({ ...event, edata: { message: `it's "one"`, uri: "''" } });
  const command = `curl --data-raw '${text.replaceAll("'", apostrophe)}'\n`;
  expect(partsOf(command)).toMatchObject([{ type: 'skipped' }, { type: 'json', text }, { type: 'skipped' }]);
});

it.each([json, '{', '', '  "a": "\\"b\\"",', '{"a": "&quot;", "b": "\\\\"}', '{"a": "^\\"`\\""}', '  }, &amp;'])(
  'decodeEscapedJson returns JSON unchanged: %s',
  (text) => {
    expect(decodeEscapedJson(text)).toBe(text);
  },
);

it('decodeEscapedJson leaves unknown entities and code points as they are', () => {
  expect(decodeEscapedJson('{&quot;a&quot;:&quot;&foo; &#x110000; &#9;&quot;}')).toBe('{"a":"&foo; &#x110000;  "}');
  expect(decodeEscapedJson('{&quot;a&quot;:&quot;&constructor;&quot;}')).toBe('{"a":"&constructor;"}');
});

it('JsonTextStream reports an event of JavaScript or Python as a fault, at its line', () => {
  const text = "notes\nsent {'eid': 'LOG', 'ets': 1, 'x': None}\napp.js:3 {eid: 'LOG', ets: 1, …}\n";
  expect(partsOf(text).filter(({ type }) => type === 'fault')).toMatchObject([
    { line: 2, fault: { code: 'jsonFault.singleQuotes' } },
    { line: 3, fault: { code: 'jsonFault.keyOrCloseExpected' } },
  ]);
  expect(partsOf("raise({ eid: 'LOG', edata: data });\n").filter(({ type }) => type === 'fault')).toEqual([]);
});

it.each([
  ['escaped quotation marks', '{\\"'],
  ['backslashes', '{\\\\\\\\'],
  ['quotation marks of PowerShell', '{`"'],
  ['quotation marks of the command line', '{^\\^"'],
  ['carets', '{^^^^'],
  ['escaped bytes', '{\\x22'],
  ['comments', '{/**/'],
  ['escaped brackets', '{"a":\\['],
  ['entities', '{&quot;'],
  ['entities of entities', '{&amp;quot;'],
  ['objects of JavaScript', '{eid:"A'],
  ['objects behind text', 'text {}'],
  ['objects behind brackets', '[a] [ {'],
  ['strings that seem to continue', '"{" +\n'],
  ['concatenated strings', '"{" +\n"'],
  ['objects in quoted lines', '> {\n'],
  ['margins', '{\n| '],
  ['spaces behind quotation marks', '"   '],
])('JsonTextStream reads many %s in linear time', (_, part) => {
  expect(measureGrowth((count) => part.repeat(count), partsOf, 4_000)).toBeLessThan(8);
});

it('JsonTextStream reads in linear time a line with many objects whose escapes are neither valid nor doubled', () => {
  const textOf = (count: number) => `${'{"a": "it\\\'s" '.repeat(count)}`;
  expect(measureGrowth(textOf, partsOf, 4_000)).toBeLessThan(8);
});

it('JsonTextStream preserves the backslash at the end of a valid string beside a text with escaped quotation marks', () => {
  const text = JSON.stringify({ eid: 'LOG', path: 'C:\\' });
  expect(partsOf(`x ${text} "it\\'s" y\n`)).toContainEqual({ type: 'json', text, line: 1, column: 3 });
});

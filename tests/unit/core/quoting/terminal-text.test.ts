import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal, escapeForTerminalLine } from '#core/quoting/terminal-text';
import { measureGrowth } from '#tests/fixtures/growth';
import { hostileText } from '#tests/fixtures/hostile-text';

const TERMINAL_CONTROLS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

it.each([
  ['\u001b[2Ja', '\\u001b[2Ja'],
  ['\u009b2Jb', '\\u009b2Jb'],
  ['\u009d0;title\u0007', '\\u009d0;title\\u0007'],
  ['\u007f\u0000', '\\u007f\\u0000'],
  ['a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['\ud83d', '\\ud83d'],
  ['\u2028::error::', '\\u2028::error::'],
])('the text %j is escaped for a terminal as %s', (text, escaped) => {
  expect(escapeForTerminal(text)).toBe(escaped);
  expect(escapeForTerminalLine(text)).toBe(escaped);
});

it('a text for a terminal preserves printable text: scripts, emoji, joined letters', () => {
  const text = 'पाठ 1, क्\u200dष, مرحبا, 😀, naïve';
  expect(escapeForTerminalLine(text)).toBe(text);
});

it('line feeds and tabs are preserved in a multiline text, and escaped in a single-line text', () => {
  expect(escapeForTerminal('a\n\tb\r\n')).toBe('a\n\tb\\u000d\n');
  expect(escapeForTerminalLine('a\n\tb')).toBe('a\\u000a\\u0009b');
});

it('a text for a terminal contains no control character', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(escapeForTerminalLine(text)).not.toMatch(TERMINAL_CONTROLS);
      expect(escapeForTerminal(text).replace(/[\n\t]/g, '')).not.toMatch(TERMINAL_CONTROLS);
    }),
  );
});

it('escaping preserves the value of JSON', () => {
  const texts = fc.oneof(hostileText, fc.constantFrom('##[error]', '###[', '\\##vso[x]', '::a::', 'section_start:1:a'));
  fc.assert(
    fc.property(texts, texts, (key, text) => {
      const json = JSON.stringify({ [`k${key}`]: text });
      expect(JSON.parse(escapeCiCommands(escapeForTerminal(json)))).toEqual(JSON.parse(json));
    }),
  );
});

it.each([
  '::error::x',
  '  ::set-output name=a::b',
  '\u00a0\u3000::stop-commands::t',
  '\u200b::error::x',
  ':\u200b:error::x',
  '\u001b[31m::error::x',
  'a\n::error::x',
  'a\r::error::x',
  'a\u2028::error::x',
])('a CI command at the beginning of a line is escaped: %j', (line) => {
  expect(escapeCiCommands(line).replace(/[\p{Cf}\p{DI}]|\p{Cc}\[\d+m/gu, '')).not.toMatch(/^\s*::/mu);
});

it.each([
  'a ##[stop-commands]t',
  '###[error]x',
  '##vso[task.setvariable variable=a]b',
  "##teamcity[buildStatus status='FAILURE']",
  '#\u200b#[error]x',
  '{"mid":"##[error]"}',
])('a CI command anywhere in a line is escaped: %j', (line) => {
  expect(escapeCiCommands(line).replace(/[\p{Cf}\p{DI}]/gu, '')).not.toMatch(/##\w*\[/);
});

it('section markers of GitLab are escaped', () => {
  expect(escapeCiCommands('section_start:1:a section_end:2:a')).not.toMatch(/section_(start|end)/);
});

it('escaping CI commands leaves other colons and number signs unchanged', () => {
  const line = 'std::vector, ## Heading, #1 a::b, http://[::1]/, section_1:';
  expect(escapeCiCommands(line)).toBe(line);
});

it.each([
  ['spaces', '', ' '],
  ['colons', '', ': '],
  ['number signs', '', '#'],
  ['number signs and zero-width spaces', '', '#\u200b'],
  ['letters after number signs', '##', 'a'],
  ['colors', '', '\u001b[1m'],
])('escaping CI commands in many %s takes linear time', (_, start, part) => {
  expect(measureGrowth((size) => start + part.repeat(size), escapeCiCommands, 20_000)).toBeLessThan(8);
});

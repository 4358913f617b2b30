import { expect, it } from 'vitest';
import { isNestedTooDeeply, readYaml } from '#core/registry/files/safe-yaml';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const variables = Object.fromEntries(range(300).map((n) => [`variable_${n}`, `value - ${n}: '[' don't`]));
const services = { registry: { image: 'sunbird-rc', environment: variables } };
/** JSON as Python's `json.dumps` writes it, with a space after each colon and comma. */
const singleLineJson = JSON.stringify({ services }, null, 1).replace(/\n\s*/g, ' ');

it.each([
  ['a whole compose file in one line', singleLineJson],
  [
    'a text of one line with indicators of YAML',
    `services:\n  a:\n    environment:\n      TEXT: "${'- a: [? {'.repeat(500)}"`,
  ],
  ['a plain text of one line with dashes and colons in words', `note: ${'one - two:three '.repeat(500)}`],
  ['a block of text with brackets and wide lines', `note: |\n  [\n${`  ${' '.repeat(500)}[{\n`.repeat(200)}`],
  ['a list of maps in one line', `a: [${'{ b: [1, 2], c: d }, '.repeat(500)}]`],
  ['a long list', 'a:\n- b: c\n'.concat('- b: c\n'.repeat(5_000))],
  ['a comment with brackets', `a: b # ${'[- '.repeat(500)}`],
])('the nesting check accepts %s', (_, text) => {
  expect(isNestedTooDeeply(text)).toBe(false);
  expect(readYaml(text)).toMatchObject({ ok: true });
});

it.each([
  ['lists in lists', '- '],
  ['keys in keys', '? '],
  ['values without keys', ': '],
  ['lists in a line', '['],
  ['maps in a line', '{a: '],
  ['maps as keys', '{? '],
  ['lists of maps', '[a: '],
])('the nesting check rejects %s after any valid start', (_, part) => {
  for (const start of ['', 'a: b\n', 'a: [1, ', '{a: b, c: ', '# don\'t\n"x, [": ']) {
    expect(isNestedTooDeeply(`${start}${part.repeat(102)}`)).toBe(true);
    expect(isNestedTooDeeply(`${start}${part.repeat(100_000)}`)).toBe(true);
  }
});

it('the nesting check rejects deeply nested keys with texts that look like separators', () => {
  expect(isNestedTooDeeply(`[${'? ", " '.repeat(102)}`)).toBe(true);
  expect(isNestedTooDeeply(`{${"a: ', ' : ".repeat(102)}`)).toBe(true);
});

it('the nesting check rejects a block that is indented further with each line', () => {
  const createStaircase = (levels: number) => range(levels).map((level) => `${' '.repeat(level)}a:`);
  expect(isNestedTooDeeply(createStaircase(400).join('\n'))).toBe(false);
  expect(isNestedTooDeeply(createStaircase(402).join('\n'))).toBe(true);
});

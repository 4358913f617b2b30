import { expect, it } from 'vitest';
import { toCssIdentifier } from '#core/quoting/css-identifier';

// The examples of "serialize an identifier" (CSSOM), as browsers return them from CSS.escape.
it.each([
  ['play-button', 'play-button'],
  ['खेलें', 'खेलें'],
  ['😀', '😀'],
  ['0a', '\\30 a'],
  ['a0', 'a0'],
  ['-0a', '-\\30 a'],
  ['-a', '-a'],
  ['--a', '--a'],
  ['-', '\\-'],
  ['md:w-1/2', 'md\\:w-1\\/2'],
  ['a.b c', 'a\\.b\\ c'],
  ['a\u0001b', 'a\\1 b'],
  ['a\0b', 'a\ufffdb'],
])('the CSS identifier of %j is %j', (name, escaped) => {
  expect(toCssIdentifier(name)).toBe(escaped);
});

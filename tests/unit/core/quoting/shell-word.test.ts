import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteShellWord } from '#core/quoting/curl-command';
import { hostileText } from '#tests/fixtures/hostile-text';
import { parseShellWords, shells } from '#tests/fixtures/shells';

/** Returns a text as a shell passes it on: without U+0000, lone surrogates and trailing line breaks. */
const toShellText = (text: string) =>
  text
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\n+$/, '');

describe.each(shells)('quoting for %s', (shell) => {
  it(`${shell} parses a quoted word as the original text`, () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 20 }), (texts) => {
        expect(parseShellWords(shell, texts.map(quoteShellWord))).toEqual(texts.map(toShellText));
      }),
      { numRuns: 20 },
    );
  });

  it.each(['a\nb', '\n\n\u0003\n!x', 'a\r\n', "'\u007f'", '\u0085\u009f', '\t'])(
    `${shell} parses the quoted word as %j`,
    (text) => {
      expect(parseShellWords(shell, [quoteShellWord(text)])).toEqual([toShellText(text)]);
    },
  );
});

it('a quoted word has no control characters that a terminal would interpret as keys', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(quoteShellWord(text)).not.toMatch(/\p{Cc}/u);
    }),
  );
});

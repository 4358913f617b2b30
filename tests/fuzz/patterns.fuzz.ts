import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '#core/patterns/compile-pattern';
import { fuzzRuns, shareRuns } from './fuzz-runs';

const supportedAtom = fc.constantFrom(
  ...['a', 'b', '.', '\\w', '[^a]', '[ab]', '\\b', '^', '$', '\\s', 'é', '\\p{Lu}', '(?:)', '😀'],
);
/** Parts that are rarely used, some of which `compilePattern` does not support. */
const rareAtom = fc.constantFrom(
  ...['\\W', '[]', '[^]', '\\B', '\\P{L}', '\\u{1f600}', '\\x41', '\\cJ', '\\ud83d', '(?<=a)', '(?!b)'],
);
const quantifier = fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '{0}');
const flags = fc.constantFrom('u', 'su', 'isu');
const character = fc.constantFrom('a', 'b', 'c', ' ', 'A', 'é', 'É', '\n', '\u2028', '😀', '\ud83d', '\ude00', '_');
const text = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''));

/** Generates patterns that combine the parts by sequence, alternation and repetition. */
function patternOf(maxDepth: number, ...atoms: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth },
      ...atoms,
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
      fc.tuple(tie('pattern'), quantifier).map(([body, repetition]) => `(${body})${repetition}`),
    ),
  })).pattern;
}

test('a pattern of supported parts is compiled, and matches a text exactly when the native engine does', () => {
  fc.assert(
    fc.property(patternOf(3, supportedAtom), text, flags, (source, testedText, flagsOfPattern) => {
      const compiled = compilePattern({ source, flags: flagsOfPattern });
      expect(compiled.ok ? compiled.value(testedText) : compiled.failure).toBe(
        new RegExp(source, flagsOfPattern).test(testedText),
      );
    }),
    { numRuns: shareRuns(10) },
  );
});

test('a pattern with rarely used parts matches a text exactly when the native engine does, if it is compiled', () => {
  let compared = 0;
  fc.assert(
    fc.property(patternOf(4, supportedAtom, rareAtom), text, flags, (source, testedText, flagsOfPattern) => {
      const compiled = compilePattern({ source, flags: flagsOfPattern });
      if (!compiled.ok) return;
      compared += 1;
      expect(compiled.value(testedText)).toBe(new RegExp(source, flagsOfPattern).test(testedText));
    }),
    { numRuns: fuzzRuns },
  );
  expect(compared).toBeGreaterThan(0);
});

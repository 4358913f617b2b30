import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '#core/patterns/compile-pattern';
import { shareRuns } from './fuzz-runs';

test('a compiled pattern matches a text exactly when the native engine does', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '\\w',
    '[^a]',
    '[ab]',
    '\\b',
    '^',
    '$',
    '\\s',
    'é',
    '\\p{Lu}',
    '(?:)',
    '😀',
  );
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      atom,
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '*?', '{0}'))
        .map(([body, quantifier]) => `(${body})${quantifier}`),
    ),
  }));
  const text = fc.array(fc.constantFrom('a', 'b', ' ', 'A', 'é', '\n', '😀', '\ud83d'), { maxLength: 6 });
  fc.assert(
    fc.property(pattern, text, fc.constantFrom('u', 'su', 'isu'), (source, parts, flags) => {
      const testedText = parts.join('');
      const compiled = compilePattern({ source, flags });
      expect(compiled.ok ? compiled.value(testedText) : compiled.failure).toBe(
        new RegExp(source, flags).test(testedText),
      );
    }),
    { numRuns: shareRuns(10) },
  );
});

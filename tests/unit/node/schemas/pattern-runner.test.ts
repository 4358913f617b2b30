import { expect, it } from 'vitest';
import { compilePattern } from '#core/patterns/compile-pattern';
import { createPatternRunner } from '#node/schemas/pattern-runner';

const TEXTS = ['', 'a', 'aa', 'abab', 'user-1', 'USER-1', '१२३', 'é', '😀', 'a\nb', ' x ', '2026-11-28'];

it.each([
  ['^[a-z]+$', 'u'],
  ['^(?:ab)+$', 'u'],
  ['^\\d{4}-\\d{2}-\\d{2}$', 'u'],
  ['^.$', 'u'],
  ['^.$', ''],
  ['b|\\s', 'u'],
  ['^(?:[a-z]*)*$', 'u'],
])('a pattern that both engines support has the same results in both: %s', (source, flags) => {
  const run = createPatternRunner();
  const compiled = compilePattern({ source, flags });
  if (!compiled.ok) throw new Error(`${source} has no linear test.`);
  expect(TEXTS.map((text) => run({ source, flags }, text))).toEqual(TEXTS.map(compiled.value));
});

it('backreferences and lookarounds are supported', () => {
  const run = createPatternRunner();
  const backreference = { source: '^(\\w+)-\\1$', flags: 'u' };
  expect(['ab-ab', 'ab-cd'].map((text) => run(backreference, text))).toEqual([true, false]);
  const negativeLookahead = { source: '^(?!test)', flags: 'u' };
  expect(['test-1', 'real-1'].map((text) => run(negativeLookahead, text))).toEqual([false, true]);
});

it('a pattern that takes too long is aborted and not run again, and other patterns still run', () => {
  const run = createPatternRunner(50);
  const exploding = { source: '^(a+)+\\1$', flags: 'u' };
  expect(run(exploding, `${'a'.repeat(50)}!`)).toBe('too-slow');
  expect(run(exploding, 'aa')).toBe('too-slow');
  expect(createPatternRunner()({ source: '^(\\w+)-\\1$', flags: 'u' }, 'ab-ab')).toBe(true);
});

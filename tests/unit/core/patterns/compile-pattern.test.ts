import { describe, expect, it } from 'vitest';
import { compilePattern, isLinearWhenBacktracking } from '#core/patterns/compile-pattern';
import { parsePattern } from '#core/patterns/parse-pattern';
import type { PatternSource } from '#core/patterns/pattern';
import { isSimplePattern } from '#core/patterns/simple-pattern';
import { measureGrowth } from '#tests/fixtures/growth';

const sourceOf = (source: string, flags = 'su'): PatternSource => ({ source, flags });
function runsNatively(source: string): boolean {
  const tree = parsePattern(sourceOf(source));
  return tree !== null && isLinearWhenBacktracking(tree);
}
function testPattern(source: string, text: string, flags = 'su'): boolean | string {
  const compiled = compilePattern(sourceOf(source, flags));
  return compiled.ok ? compiled.value(text) : compiled.failure;
}

/** Patterns that are slow in a backtracking engine, each with a string that makes them slow. */
const hostile: readonly (readonly [source: string, textOf: (size: number) => string])[] = [
  ['(a+)+$', (size) => `${'a'.repeat(size)}!`],
  ['(a|a)*$', (size) => `${'a'.repeat(size)}!`],
  ['(((((.*)*)*)*)*)*!', (size) => 'a'.repeat(size)],
  ['(?:a?){25}a{25}$', (size) => `${'a'.repeat(size)}!`],
  ['a.*b', (size) => 'a'.repeat(size)],
  ['\\d+x', (size) => '1'.repeat(size)],
  ['^\\d*\\d*x', (size) => '1'.repeat(size)],
  ['\\s+$', (size) => `${' '.repeat(size)}!`],
  ['(a|b)*a(a|b){12}!', (size) => 'abbabaab'.repeat(size / 8)],
  ['^(.*,){20}x', (size) => 'a,'.repeat(size / 2)],
];

describe('a user-defined pattern', () => {
  it.each(hostile)('matching %s takes linear time', (source, textOf) => {
    const compiled = compilePattern(sourceOf(source));
    if (!compiled.ok) throw new Error(compiled.failure);
    expect(measureGrowth(textOf, compiled.value, 20_000)).toBeLessThan(8);
    expect(runsNatively(source)).toBe(false);
    expect(isSimplePattern(sourceOf(source))).toBe(false);
  });

  it.each([
    'water|rain',
    'do_\\d+',
    '^do_\\d{4}$',
    '^\\d+$',
    '^[\\w-]*\\.$',
    '[0-9a-f]{8}-[0-9a-f]{4}',
    'colou?r',
    '(?:tap|click) on .*',
    '(?<=do_)21',
    'water(?!fall)',
    '(?:ab|c)+',
    '^(?:start|end)$',
  ])('the pattern %s runs in the native engine', (source) => {
    expect(runsNatively(source)).toBe(true);
  });

  it.each([
    ['a+b', false],
    ['(?:ab)*c', false],
    ['^a*b*', true],
    ['^a*b*c', false],
    ['(?:a{20}){20}', false],
    ['(a|b|c){9}', false],
    ['(a)\\1', false],
    ['(?=a*)b', false],
    ['(?i:a)', false],
  ])('the pattern %s runs in the native engine: %s', (source, isNative) => {
    expect(runsNatively(source)).toBe(isNative);
  });

  it.each(['water', 'do_\\d+', '^DO_\\d{4}$', 'tw.\\sw', '[^a-z]+', 'localhost\\:4173', '^$'])(
    'the pattern %s is simple, so the linear engine is not loaded',
    (source) => {
      expect(isSimplePattern(sourceOf(source))).toBe(true);
      expect(runsNatively(source)).toBe(true);
    },
  );

  it.each(['a+b', 'a*$', '(a)', 'a|b', '[a', 'a{9}'.repeat(40), '\\1', 'a+?'])(
    'the pattern %s is not simple',
    (source) => {
      expect(isSimplePattern(sourceOf(source))).toBe(false);
    },
  );
});

it.each<[string, string, boolean]>([
  ['a.*b', 'xa\nb', true],
  ['^a+b+$', 'aab', true],
  ['^a+b+$', 'aab\n', false],
  ['x\\s+y', 'x\u00a0\u2003\ufeffy', true],
  ['x\\w+y', 'xäy', false],
  ['\\d+x\\d+', '१x२', false],
  ['\\bcat\\b.*\\bdog\\b', 'a cat, a dog', true],
  ['\\bcat\\b.*\\bdog\\b', 'concat dog', false],
  ['^\\p{L}+ \\p{Lu}+$', 'चक्र A', false],
  ['^[\\p{L}\\p{M}]+ \\p{Script=Devanagari}+$', 'जल चक्र', true],
  ['^.+-.+-.$', 'a-b-😀', true],
  ['^\\u{1F600}+x+$', '😀😀x', true],
  ['^\\ud83d\\ude00+x+$', '😀😀x', true],
  ['^[^]+x+$', '\n\ud800x', true],
  ['[]x*y*z', 'z', false],
  ['^(?<name>a+)-+$', 'aa-', true],
  ['^\\x41+\\t*\\cJ*$', 'AA\t\n', true],
  ['a+?b*?c', 'aac', true],
])('the linear engine tests %s against %j: %s', (source, text, matches) => {
  expect(new RegExp(source, 'su').test(text)).toBe(matches);
  expect(runsNatively(source)).toBe(false);
  expect(testPattern(source, text)).toBe(matches);
});

it('the flags decide whether letter case matters and whether the dot matches line feeds', () => {
  expect(testPattern('K+É+s*$', 'kés', 'isu')).toBe(true);
  expect(testPattern('^a.*b$', 'a\nb', 'u')).toBe(false);
  expect(testPattern('\\-+x*$', '--x', 'is')).toBe(true);
  expect(testPattern('(?:\\u{3})+x*$', 'uuu', 'is')).toBe(true);
});

it.each([
  ['(?=.*a).*b', 'lookaround'],
  ['(a+)+\\1', 'backreference'],
  ['(?<n>a*)*\\k<n>', 'backreference'],
  ['(?i:a*)b', 'unknown-syntax'],
  ['\\c1+x', 'unknown-syntax'],
  ['((a{30}){30}){30}', 'too-large'],
  ['(a*){1001}', 'too-large'],
  [`${'('.repeat(201)}a*${')'.repeat(201)}b`, 'unknown-syntax'],
  [`(?:${'[^a]b*'.repeat(600)})`, 'too-large'],
])('the pattern %s is rejected: %s', (source, problem) => {
  expect(testPattern(source, '')).toBe(problem);
});

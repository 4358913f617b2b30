import { RE2JS } from 're2js';
import { setBounded } from '#core/util/lru';
import { fail, type Result, succeed } from '#core/util/result';
import { type CodePointRange, findCodePointRanges } from './code-point-ranges';
import { type PatternNode, parsePattern } from './parse-pattern';
import type { PatternProblem, PatternSource, TextTest } from './pattern';
import { nativeTest } from './simple-pattern';

/** Limit of the cache. It avoids recompiling the patterns of a filter with every key press. */
const MAX_CACHED_PATTERNS = 200;
/** Limit of RE2 instructions, because each may run at each character. */
const MAX_PROGRAM_SIZE = 1_000;

const cache = new Map<string, Result<TextTest, PatternProblem>>();

/**
 * Compiles a pattern for the native engine if that is linear, else for RE2.
 * RE2 is part of this module, which pages import on demand.
 */
export function compilePattern(pattern: PatternSource): Result<TextTest, PatternProblem> {
  const key = `${pattern.flags}/${pattern.source}`;
  const compiled = cache.get(key) ?? compile(pattern);
  setBounded(cache, key, compiled, MAX_CACHED_PATTERNS);
  return compiled;
}

function compile(pattern: PatternSource): Result<TextTest, PatternProblem> {
  const tree = parsePattern(pattern);
  if (tree === null) return fail('unknown-syntax');
  if (isLinearWhenBacktracking(tree)) return succeed(nativeTest(pattern));
  const problem = findProblem(tree);
  return problem === null ? compileForRe2(tree, pattern.flags.includes('i')) : fail(problem);
}

function compileForRe2(tree: PatternNode, ignoreCase: boolean): Result<TextTest, PatternProblem> {
  const syntax = re2Syntax(tree, ignoreCase);
  if (syntax === null) return fail('unknown-syntax');
  try {
    const program = RE2JS.compile(syntax);
    return program.programSize() > MAX_PROGRAM_SIZE ? fail('too-large') : succeed((text) => program.test(text));
  } catch {
    return fail('too-large');
  }
}

/** Finds the first part that RE2 does not support, or returns null. */
function findProblem(node: PatternNode): PatternProblem | null {
  if (node.type === 'lookaround' || node.type === 'backreference') return node.type;
  for (const part of partsOf(node)) {
    const problem = findProblem(part);
    if (problem !== null) return problem;
  }
  return null;
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  if (node.type === 'sequence') return node.items;
  if (node.type === 'alternation') return node.alternatives;
  return node.type === 'repeat' ? [node.body] : [];
}

const RE2_ASSERTIONS = { '^': '\\A', $: '\\z', '\\b': '\\b', '\\B': '\\B' } as const;

/** Writes a pattern in RE2's syntax. Sets become code points, because RE2 defines `\d` and others differently. */
function re2Syntax(tree: PatternNode, ignoreCase: boolean): string | null {
  const writeClass = (source: string): string => formatRanges(findCodePointRanges(source, ignoreCase));
  const write = (node: PatternNode): string => {
    switch (node.type) {
      case 'char':
        return ignoreCase ? writeClass(`\\u{${node.codePoint.toString(16)}}`) : `\\x{${node.codePoint.toString(16)}}`;
      case 'set':
        return writeClass(node.source);
      case 'assertion':
        return RE2_ASSERTIONS[node.source];
      case 'sequence':
        return node.items.map(write).join('');
      case 'alternation':
        return `(?:${node.alternatives.map(write).join('|')})`;
      case 'repeat':
        return `(?:${write(node.body)})${quantifier(node.min, node.max)}`;
      // `compile` rejects these parts.
      case 'lookaround':
      case 'backreference':
        return '';
    }
  };
  try {
    return write(tree);
  } catch {
    // A set of the pattern is not valid with the flag `u`.
    return null;
  }
}

/** Writes code points as a set of RE2. RE2 has no empty set, so its complement is written. */
function formatRanges(ranges: readonly CodePointRange[]): string {
  if (ranges.length === 0) return '[^\\x{0}-\\x{10ffff}]';
  return `[${ranges.map((range) => range.map((codePoint) => `\\x{${codePoint.toString(16)}}`).join('-')).join('')}]`;
}

function quantifier(min: number, max: number): string {
  return `{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
}

/** Limit of the comparisons of a backtracking engine at each offset of a string. */
const MAX_STEPS = 200;

/** The number of paths through a part of a pattern, and the length of the longest path. */
interface Cost {
  readonly paths: number;
  readonly length: number;
}

/**
 * Whether a backtracking engine tests any text in linear time.
 * An unbounded repetition is allowed only at the end of a pattern. A pattern that starts with `^` may also
 * repeat a single character without bound once before its end (`^\d*x`).
 */
export function isLinearWhenBacktracking(pattern: PatternNode): boolean {
  const alternatives = pattern.type === 'alternation' ? pattern.alternatives : [pattern];
  const costs = alternatives.map((alternative) => costFromStart(alternative) ?? costAtEnd(alternative));
  const steps = costs.reduce((sum, cost) => sum + (cost === null ? Number.POSITIVE_INFINITY : stepsOf(cost)), 0);
  return steps <= MAX_STEPS;
}

function stepsOf({ paths, length }: Cost): number {
  return paths * Math.max(1, length);
}

/**
 * Returns the cost of a pattern that is tried only at the start of a string.
 * One repetition there scans the text once more, not once per offset.
 */
function costFromStart(node: PatternNode): Cost | null {
  if (node.type !== 'sequence') return null;
  const [first, ...rest] = node.items;
  if (first?.type !== 'assertion' || first.source !== '^') return null;
  const repeatIndex = rest.findIndex(isRepeatedCharacter);
  if (repeatIndex === -1) return null;
  const after = costAtEnd({ type: 'sequence', items: rest.slice(repeatIndex + 1) });
  return costOfSequence([...rest.slice(0, repeatIndex).map(costOf), after]);
}

function isRepeatedCharacter(node: PatternNode): boolean {
  return node.type === 'repeat' && node.max === Number.POSITIVE_INFINITY && ['char', 'set'].includes(node.body.type);
}

/** Returns the cost of the end of a pattern. A repetition there matches as soon as its minimum has matched. */
function costAtEnd(node: PatternNode): Cost | null {
  if (node.type === 'repeat' && node.max === Number.POSITIVE_INFINITY) return costOf({ ...node, max: node.min });
  if (node.type === 'alternation') return costOfAlternation(node.alternatives.map(costAtEnd));
  const last = node.type === 'sequence' ? node.items.at(-1) : undefined;
  if (node.type !== 'sequence' || last === undefined) return costOf(node);
  return costOfSequence([...node.items.slice(0, -1).map(costOf), costAtEnd(last)]);
}

/** Returns the cost of a part, or null if it is unbounded. */
function costOf(node: PatternNode): Cost | null {
  switch (node.type) {
    case 'char':
    case 'set':
    case 'assertion':
      return { paths: 1, length: 1 };
    case 'sequence':
      return costOfSequence(node.items.map(costOf));
    case 'alternation':
      return costOfAlternation(node.alternatives.map(costOf));
    case 'repeat':
      return costOfRepeat(costOf(node.body), node.min, node.max);
    case 'lookaround': {
      const bodyCost = costOf(node.body);
      return bodyCost && { paths: 1, length: stepsOf(bodyCost) };
    }
    case 'backreference':
      return null;
  }
}

function costOfSequence(costs: readonly (Cost | null)[]): Cost | null {
  return costs.reduce((sum, cost) => sum && cost && boundedCost(sum.paths * cost.paths, sum.length + cost.length), {
    paths: 1,
    length: 0,
  });
}

function costOfAlternation(costs: readonly (Cost | null)[]): Cost | null {
  return costs.reduce(
    (sum, cost) => sum && cost && boundedCost(sum.paths + cost.paths, Math.max(sum.length, cost.length)),
    {
      paths: 0,
      length: 0,
    },
  );
}

function costOfRepeat(body: Cost | null, min: number, max: number): Cost | null {
  if (body === null || boundedCost(1, Math.max(1, body.length) * max) === null) return null;
  let paths = 0;
  for (let count = min; count <= max; count += 1) paths += body.paths ** count;
  return boundedCost(paths, body.length * max);
}

function boundedCost(paths: number, length: number): Cost | null {
  return paths <= MAX_STEPS && length <= MAX_STEPS ? { paths, length } : null;
}

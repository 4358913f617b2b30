import { RE2JS } from 're2js';
import { setBounded } from '#core/util/lru';
import { fail, type Result, succeed } from '#core/util/result';
import { type CodePointRange, codePointRanges } from './code-point-ranges';
import { type PatternNode, parsePattern } from './parse-pattern';
import type { PatternProblem, PatternSource, TextTest } from './pattern';
import { nativeTest } from './simple-pattern';

/** A filter is read again with every key. */
const MAX_KEPT = 200;
/** Each instruction of the program may be run at each character. */
const MAX_PROGRAM_SIZE = 1_000;

const known = new Map<string, Result<TextTest, PatternProblem>>();

/**
 * Compiles a pattern for the native engine where that is linear, else for RE2.
 * RE2 loads with this module.
 */
export function compilePattern(pattern: PatternSource): Result<TextTest, PatternProblem> {
  const name = `${pattern.flags}/${pattern.source}`;
  const compiled = known.get(name) ?? compile(pattern);
  setBounded(known, name, compiled, MAX_KEPT);
  return compiled;
}

function compile(pattern: PatternSource): Result<TextTest, PatternProblem> {
  const tree = parsePattern(pattern);
  if (tree === null) return fail('unknown-syntax');
  if (isLinearWhenBacktracking(tree)) return succeed(nativeTest(pattern));
  const beyondRe2 = problemOf(tree);
  return beyondRe2 === null ? compileForRe2(tree, pattern.flags.includes('i')) : fail(beyondRe2);
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

function problemOf(node: PatternNode): PatternProblem | null {
  if (node.type === 'lookaround' || node.type === 'backreference') return node.type;
  return partsOf(node).reduce<PatternProblem | null>((found, part) => found ?? problemOf(part), null);
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  if (node.type === 'sequence') return node.items;
  if (node.type === 'choice') return node.alternatives;
  return node.type === 'repeat' ? [node.body] : [];
}

/** The same pattern in RE2's syntax: sets as code points, as their names mean something else there. */
function re2Syntax(tree: PatternNode, ignoreCase: boolean): string | null {
  const write = (node: PatternNode): string => {
    switch (node.type) {
      case 'char':
        return ignoreCase ? set(`\\u{${node.codePoint.toString(16)}}`) : `\\x{${node.codePoint.toString(16)}}`;
      case 'set':
        return set(node.source);
      case 'assertion':
        return node.source === '^' ? '\\A' : node.source === '$' ? '\\z' : node.source;
      case 'sequence':
        return node.items.map(write).join('');
      case 'choice':
        return `(?:${node.alternatives.map(write).join('|')})`;
      case 'repeat':
        return `(?:${write(node.body)})${quantifier(node.min, node.max)}`;
      default:
        return '';
    }
  };
  const set = (source: string): string => rangesText(codePointRanges(source, ignoreCase));
  try {
    return write(tree);
  } catch {
    // A character class only without the flag `u`.
    return null;
  }
}

/** The empty set matches nothing. */
function rangesText(ranges: readonly CodePointRange[]): string {
  if (ranges.length === 0) return '[^\\x{0}-\\x{10ffff}]';
  return `[${ranges.map((range) => range.map((codePoint) => `\\x{${codePoint.toString(16)}}`).join('-')).join('')}]`;
}

function quantifier(min: number, max: number): string {
  return `{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
}

/** Maximum characters that a backtracking engine may compare at each position of a text before it fails there. */
const MAX_STEPS = 200;

/** The ways through a part of a pattern, and the characters of the longest of them. */
interface Cost {
  readonly ways: number;
  readonly length: number;
}

/**
 * Whether a backtracking engine tests any text in linear time.
 * Conservative: nothing may repeat without an end, except where all that follows is sure to match, and one character at
 * the start of a text (`^\d*x`).
 */
export function isLinearWhenBacktracking(pattern: PatternNode): boolean {
  const alternatives = pattern.type === 'choice' ? pattern.alternatives : [pattern];
  const costs = alternatives.map((alternative) => costFromStart(alternative) ?? costAtEnd(alternative));
  const steps = costs.reduce((sum, cost) => sum + (cost === null ? Number.POSITIVE_INFINITY : stepsOf(cost)), 0);
  return steps <= MAX_STEPS;
}

function stepsOf({ ways, length }: Cost): number {
  return ways * Math.max(1, length);
}

/**
 * Returns the cost of a pattern that is tried only at the start of a text.
 * One repetition scans the text once more, not once per position.
 */
function costFromStart(node: PatternNode): Cost | null {
  if (node.type !== 'sequence') return null;
  const [first, ...rest] = node.items;
  if (first?.type !== 'assertion' || first.source !== '^') return null;
  const repeated = rest.findIndex(isRepeatedCharacter);
  if (repeated === -1) return null;
  const after = costAtEnd({ type: 'sequence', items: rest.slice(repeated + 1) });
  return inSequence([...rest.slice(0, repeated).map(costOf), after]);
}

function isRepeatedCharacter(node: PatternNode): boolean {
  return node.type === 'repeat' && node.max === Number.POSITIVE_INFINITY && ['char', 'set'].includes(node.body.type);
}

/** Returns the cost of a pattern that nothing follows: it matches at its minimum, however often it repeats. */
function costAtEnd(node: PatternNode): Cost | null {
  if (node.type === 'repeat' && node.max === Number.POSITIVE_INFINITY) return costOf({ ...node, max: node.min });
  if (node.type === 'choice') return inChoice(node.alternatives.map(costAtEnd));
  const last = node.type === 'sequence' ? node.items.at(-1) : undefined;
  if (node.type !== 'sequence' || last === undefined) return costOf(node);
  return inSequence([...node.items.slice(0, -1).map(costOf), costAtEnd(last)]);
}

/** Null if there is no bound. */
function costOf(node: PatternNode): Cost | null {
  switch (node.type) {
    case 'char':
    case 'set':
    case 'assertion':
      return { ways: 1, length: 1 };
    case 'sequence':
      return inSequence(node.items.map(costOf));
    case 'choice':
      return inChoice(node.alternatives.map(costOf));
    case 'repeat':
      return repeated(costOf(node.body), node.min, node.max);
    case 'lookaround': {
      const inside = costOf(node.body);
      return inside && { ways: 1, length: stepsOf(inside) };
    }
    case 'backreference':
      return null;
  }
}

function inSequence(costs: readonly (Cost | null)[]): Cost | null {
  return costs.reduce((sum, cost) => sum && cost && bounded(sum.ways * cost.ways, sum.length + cost.length), {
    ways: 1,
    length: 0,
  });
}

function inChoice(costs: readonly (Cost | null)[]): Cost | null {
  return costs.reduce((sum, cost) => sum && cost && bounded(sum.ways + cost.ways, Math.max(sum.length, cost.length)), {
    ways: 0,
    length: 0,
  });
}

function repeated(body: Cost | null, min: number, max: number): Cost | null {
  if (body === null || bounded(1, Math.max(1, body.length) * max) === null) return null;
  let ways = 0;
  for (let count = min; count <= max; count += 1) ways += body.ways ** count;
  return bounded(ways, body.length * max);
}

function bounded(ways: number, length: number): Cost | null {
  return ways <= MAX_STEPS && length <= MAX_STEPS ? { ways, length } : null;
}

import { RE2JS } from 're2js';
import { setBounded } from '#core/util/lru';
import { fail, type Result, succeed } from '#core/util/result';
import { type CodePointRange, codePointRanges } from './code-point-ranges';
import { type PatternNode, parsePattern } from './parse-pattern';
import type { PatternProblem, PatternSource, TextTest } from './pattern';
import { isLinearWhenBacktracking } from './pattern-cost';
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

/** Nothing is in the empty set. */
function rangesText(ranges: readonly CodePointRange[]): string {
  if (ranges.length === 0) return '[^\\x{0}-\\x{10ffff}]';
  return `[${ranges.map((range) => range.map((codePoint) => `\\x{${codePoint.toString(16)}}`).join('-')).join('')}]`;
}

function quantifier(min: number, max: number): string {
  return `{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
}

import type { PatternNode } from './parse-pattern';

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
 * Of what is tried at the start of a text only.
 * One repetition leads over the text once more, not once per place.
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

/** Of what nothing follows: once the least is there, the text has matched, however often it repeats. */
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

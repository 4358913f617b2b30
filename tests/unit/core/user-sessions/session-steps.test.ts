import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AlignedStep, alignSteps, type StepKeys } from '#core/user-sessions/session-steps';

/** Returns the keys of steps with names such as `i1`, whose first letter is the kind. */
const keysOf = (names: string): StepKeys => {
  const exact = names.split(' ').filter(Boolean);
  return { exact, similar: exact.map((name) => name.slice(0, 1)) };
};

function align(one: StepKeys, other: StepKeys): readonly AlignedStep[] {
  const alignment = alignSteps(one, other);
  for (;;) {
    const { done, value } = alignment.next();
    if (done) return value;
  }
}

const MARKS = { same: '=', changed: '~', added: '+', removed: '-' } as const;

/** Formats an alignment, such as `=s ~i1/i2 +e`. */
function describeSteps(one: StepKeys, other: StepKeys): string {
  const nameOf = ({ exact }: StepKeys, index: number | null) => (index === null ? '' : (exact[index] ?? ''));
  return align(one, other)
    .map(({ type, one: first, other: second }) => {
      const names = new Set([nameOf(one, first), nameOf(other, second)].filter(Boolean));
      return MARKS[type] + [...names].join('/');
    })
    .join(' ');
}

it.each([
  ['equal sessions', 's i1 e', 's i1 e', '=s =i1 =e'],
  ['a step that is missing in the second', 's i1 a1 e', 's i1 e', '=s =i1 -a1 =e'],
  ['an additional step in the second', 's e', 's i1 e', '=s +i1 =e'],
  ['a step of the same kind that differs', 's i1 a1 e', 's i2 a1 e', '=s ~i1/i2 =a1 =e'],
  ['other steps of another kind', 's i1 e', 's a1 e', '=s -i1 +a1 =e'],
  ['steps in another order', 's i1 a1 e', 's a1 i1 e', '=s -i1 =a1 +i1 =e'],
  ['an empty session', '', 's e', '+s +e'],
  ['two empty sessions', '', '', ''],
])('steps of two sessions are aligned: %s', (_, one, other, aligned) => {
  expect(describeSteps(keysOf(one), keysOf(other))).toBe(aligned);
});

/** Computes the length of the longest common subsequence without optimizations. */
function computeCommonLength(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const key of one) {
    const next = [0];
    other.forEach((otherKey, at) => {
      next.push(key === otherKey ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

const anyNames = fc.array(fc.constantFrom('i1', 'i2', 'a1', 'a2', 's', 'e'), { maxLength: 40 });

it('an alignment has each step of both sessions once and in order, with the maximum number of equal steps', () => {
  fc.assert(
    fc.property(anyNames, anyNames, (one, other) => {
      const [oneKeys, otherKeys] = [keysOf(one.join(' ')), keysOf(other.join(' '))];
      const steps = align(oneKeys, otherKeys);
      expect(steps.flatMap((step) => step.one ?? [])).toEqual(one.map((_, index) => index));
      expect(steps.flatMap((step) => step.other ?? [])).toEqual(other.map((_, index) => index));
      const sameSteps = steps.filter(({ type }) => type === 'same');
      expect(sameSteps.every((step) => one[step.one ?? -1] === other[step.other ?? -1])).toBe(true);
      expect(sameSteps.length).toBe(computeCommonLength(one, other));
    }),
  );
});

it('long sessions are aligned incrementally, with unique steps as anchors', () => {
  const one = Array.from({ length: 20_000 }, (_, at) => (at % 50 === 0 ? `s${at}` : `i${at % 7}`));
  const other = one.filter((_, at) => at % 400 !== 3).flatMap((name, at) => (at % 900 === 5 ? [name, 'a1'] : [name]));
  const [oneKeys, otherKeys] = [keysOf(one.join(' ')), keysOf(other.join(' '))];
  const alignment = alignSteps(oneKeys, otherKeys);
  let yields = 0;
  while (!alignment.next().done) yields += 1;
  expect(yields).toBeGreaterThan(10);
  const counts = { same: 0, changed: 0, added: 0, removed: 0 };
  for (const { type } of align(oneKeys, otherKeys)) counts[type] += 1;
  expect(counts).toEqual({ same: 19_950, changed: 0, added: 23, removed: 50 });
});

import type { Violation } from '#core/negative-tests/violation';
import type { ViolationRunner, ViolationState } from './violation-runner';

/** The order of the table: unexpected outcomes first. */
const outcomeOrder = [
  'different',
  'not-seen',
  'not-checkable',
  'fixed-by-sdk',
  'as-predicted',
  'no-record',
  'not-fired',
] as const;

/** Sorts violations by outcome. Violations with the same outcome keep their order. */
export function sortByOutcome(
  violations: readonly Violation[],
  stateOf: ViolationRunner['stateOf'],
): readonly Violation[] {
  const rankOf = (violation: Violation) => {
    const state = stateOf(violation);
    return outcomeOrder.indexOf(state.status === 'seen' ? state.comparison.status : state.status);
  };
  return violations
    .map((violation) => ({ violation, rank: rankOf(violation) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ violation }) => violation);
}

/** Whether a violation was fired, and had an unexpected outcome or none. */
export function hasFailed(state: ViolationState): boolean {
  return state.status === 'not-seen' || (state.status === 'seen' && state.comparison.status === 'different');
}

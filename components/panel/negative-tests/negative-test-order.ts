import type { NegativeTest } from '#core/negative-tests/negative-test';
import type { NegativeTestRunner, NegativeTestState } from './negative-test-runner';

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

/** Sorts negative tests by outcome. Negative tests with the same outcome keep their order. */
export function sortByOutcome(
  negativeTests: readonly NegativeTest[],
  stateOf: NegativeTestRunner['stateOf'],
): readonly NegativeTest[] {
  const rankOf = (negativeTest: NegativeTest) => {
    const state = stateOf(negativeTest);
    return outcomeOrder.indexOf(state.status === 'seen' ? state.comparison.status : state.status);
  };
  return negativeTests
    .map((negativeTest) => ({ negativeTest, rank: rankOf(negativeTest) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ negativeTest }) => negativeTest);
}

/** Whether a negative test was fired, and had an unexpected outcome or none. */
export function hasFailed(state: NegativeTestState): boolean {
  return state.status === 'not-seen' || (state.status === 'seen' && state.comparison.status === 'different');
}

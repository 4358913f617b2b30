import { journeyStates } from '#core/journey/journey-state';
import type { Query, Term } from './query';

const JOURNEY_KEYS: ReadonlySet<string> = new Set(['state', 'page']);
const JOURNEY_VALUES: ReadonlySet<string> = new Set([
  'changed',
  'doubled',
  'fired',
  'failed',
  'lost',
  ...journeyStates,
]);

/** The first term that asks how an event traveled: of an event alone nobody can say. */
export function findJourneyTerm(query: Query): Term | null {
  return (
    query.find(({ key, tests }) => {
      if (key === null) return false;
      return (
        JOURNEY_KEYS.has(key) ||
        (key === 'is' && tests.some((test) => test.how === 'is' && JOURNEY_VALUES.has(test.value)))
      );
    }) ?? null
  );
}

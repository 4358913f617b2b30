import type { FactKey } from './finder';
import type { Query, Term } from './query';

const JOURNEY_KEYS: ReadonlySet<string> = new Set(['state', 'page', 'element', 'source']);
/** Values of `is:` that an event alone decides: its verdict. */
const VERDICT_VALUES: ReadonlySet<string> = new Set(['valid', 'invalid', 'unknown', 'notice']);

/** Finds the first term about the journey, which an event alone does not contain. */
export function findJourneyTerm(query: Query): Term | null {
  return (
    query.find(({ key, tests }) => {
      if (key === null) return false;
      return (
        JOURNEY_KEYS.has(key) ||
        (key === 'is' && tests.some((test) => test.type === 'is' && !VERDICT_VALUES.has(test.value)))
      );
    }) ?? null
  );
}

/** Finds the first term about a fact that no event alone decides. */
export function findFactTerm(query: Query, fact: FactKey): Term | null {
  return query.find(({ key }) => key === fact) ?? null;
}

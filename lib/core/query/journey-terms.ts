import type { FactKey } from './finder';
import type { Query, Term } from './query';

const JOURNEY_KEYS: ReadonlySet<string> = new Set(['state', 'page', 'element', 'source']);
/** Values of `is:` that depend on the event alone, as verdicts. */
const VERDICT_VALUES: ReadonlySet<string> = new Set(['valid', 'invalid', 'unknown', 'notice']);

/** Finds the first term about the journey, which is not part of an event. */
export function findJourneyTerm(query: Query): Term | null {
  return query.find(isJourneyTerm) ?? null;
}

function isJourneyTerm({ key, tests }: Term): boolean {
  if (key === null) return false;
  if (JOURNEY_KEYS.has(key)) return true;
  return key === 'is' && tests.some((test) => test.type === 'is' && !VERDICT_VALUES.has(test.value));
}

/** Finds the first term about a fact, which is not part of an event. */
export function findFactTerm(query: Query, fact: FactKey): Term | null {
  return query.find(({ key }) => key === fact) ?? null;
}

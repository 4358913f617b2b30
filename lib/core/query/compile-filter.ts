import { hasNotice } from '#core/journey/counts';
import { isChanged, isDuplicate, isFailed, isLost } from '#core/journey/journey-state';
import { compileQuery, type Matcher } from './compile-query';
import type { Filter, ReadFilter, StateFilter } from './event-filter';
import type { Finder } from './finder';

const stateTests: Readonly<Record<StateFilter, Matcher>> = {
  invalid: (record) => record.verdict === 'invalid',
  notices: hasNotice,
  failed: isFailed,
  lost: isLost,
  changed: isChanged,
  doubled: isDuplicate,
  byHand: (record) => record.firedBy.from === 'panel',
};

/** The one place where a filter becomes a test. Cheapest questions first. */
export function compileFilter({ query, kinds, states }: ReadFilter, finder?: Finder): Matcher {
  const tests = [...kindTest(kinds), ...anyState(states), ...(query.length > 0 ? [compileQuery(query, finder)] : [])];
  const [only] = tests;
  if (!only) return () => true;
  return tests.length === 1 ? only : (record) => tests.every((test) => test(record));
}

function kindTest(kinds: Filter['kinds']): readonly Matcher[] {
  return kinds.size === 0 ? [] : [(record) => record.kind !== null && kinds.has(record.kind)];
}

function anyState(states: Filter['states']): readonly Matcher[] {
  const chosen = [...states].map((state) => stateTests[state]);
  return chosen.length === 0 ? [] : [(record) => chosen.some((test) => test(record))];
}

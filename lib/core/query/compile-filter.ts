import { compileQuery, type Matcher } from './compile-query';
import type { ReadFilter } from './event-filter';
import type { Finder } from './finder';
import { isHidden } from './hidden-events';

/** Compiles a filter with its hidden events to a test. */
export function compileFilter({ query, hidden }: ReadFilter, finder?: Finder): Matcher {
  const matches = compileQuery(query, finder);
  return hidden ? (record) => !isHidden(hidden, record) && matches(record) : matches;
}

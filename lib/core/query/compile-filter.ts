import { compileQuery, type Matcher } from './compile-query';
import type { ParsedFilter } from './event-filter';
import type { Finder } from './finder';
import { isHidden } from './hidden-events';

/** Compiles a filter with its hidden events to a test. */
export function compileFilter({ query, hidden }: ParsedFilter, finder?: Finder): Matcher {
  const matches = compileQuery(query, finder);
  return hidden ? (record) => !isHidden(hidden, record) && matches(record) : matches;
}

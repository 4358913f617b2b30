import { createLazyPart } from '#components/kit/lazy.tsx';
import type { ReadFilter } from '#core/query/event-filter';
import type { HasFact } from '#core/query/finder';

/**
 * The parser of filters and the search.
 * Loaded on demand: no list needs it before its user filters. The panel loads it while it is idle after its start, so
 * that no key press waits for it.
 */
export const filterLanguage = createLazyPart(async () => {
  const [{ readFilter }, { createSearchIndex }, { compileFilter }, { plainFinder }] = await Promise.all([
    import('./read-filter'),
    import('#core/query/search/search-index'),
    import('#core/query/compile-filter'),
    import('#core/query/finder'),
  ]);
  return {
    readFilter,
    createSearchIndex,
    /** Makes the test of a filter for records of no list, or in a state that the list does not have. */
    compileFilter: (filter: ReadFilter, hasFact: HasFact) => compileFilter(filter, { ...plainFinder, hasFact }),
  };
});

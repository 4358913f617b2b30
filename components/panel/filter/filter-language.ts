import { createLazyPart } from '#components/kit/lazy.tsx';
import type { ParsedFilter } from '#core/query/event-filter';
import type { HasFact } from '#core/query/finder';

/**
 * The parser of filters and the search.
 * Loaded lazily because no list needs it before the user filters. The panel loads it while it is idle after its start,
 * so that no key press has to wait.
 */
export const filterLanguage = createLazyPart(async () => {
  const [{ parseFilter }, { createSearchIndex }, { compileFilter }, { plainFinder }] = await Promise.all([
    import('./parse-filter'),
    import('#core/query/search/search-index'),
    import('#core/query/compile-filter'),
    import('#core/query/finder'),
  ]);
  return {
    parseFilter,
    createSearchIndex,
    /** Creates the matcher of a filter for records outside a list, or for an earlier state of a record. */
    compileFilter: (filter: ParsedFilter, hasFact: HasFact) => compileFilter(filter, { ...plainFinder, hasFact }),
  };
});

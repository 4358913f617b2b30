import { createLazyPart } from '#components/kit/lazy.tsx';

/**
 * The parser of filters and the search.
 * Loaded on demand: no list needs it before its user filters. The panel loads it while it is idle after its start, so
 * that no key press waits for it.
 */
export const filterLanguage = createLazyPart(async () => {
  const [{ readFilter }, { createSearchIndex }, { compileFilter }] = await Promise.all([
    import('./read-filter'),
    import('#core/query/search/search-index'),
    import('#core/query/compile-filter'),
  ]);
  return { readFilter, createSearchIndex, compileFilter };
});

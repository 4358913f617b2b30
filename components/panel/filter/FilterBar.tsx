import { lazy } from '#components/kit/lazy.tsx';
import { useRovingButtons } from '#components/kit/use-roving.ts';
import type { Json } from '#core/json/json';
import type { Counts } from '#core/stream/counts';
import { i18n } from '#i18n';
import { FilterField, PROBLEM_ID } from './FilterField';
import type { FilterModel } from './filter';
import { KindChips } from './KindChips';
import { StateChips } from './StateChips';
import type { SavedFilters } from './saved-filters';

const FilterProblemNote = lazy(async () => (await import('./FilterProblemNote')).FilterProblemNote);

interface FilterBarProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly counts: Counts;
  /** What each chip would show under the other terms; null while nothing is filtered. */
  readonly shown: { readonly states: Counts | null; readonly kinds: Counts | null };
  /** Events that show which paths and values there are. */
  readonly events: () => readonly Json[];
  /** One is about to type. */
  readonly onPrepare: () => void;
}

/**
 * The filter, the quick filters by outcome and kind, and what is wrong with the filter.
 * Two stops for Tab, the field and its buttons: the list is a few keys away.
 */
export function FilterBar({ filter, saved, counts, shown, events, onPrepare }: FilterBarProps) {
  const problem = filter.problem.value;
  const roving = useRovingButtons('.chip');
  return (
    <div class="filters" role="toolbar" aria-label={i18n.t('filter.title')} {...roving}>
      <search class="bar plain filter-bar" onFocusIn={onPrepare}>
        <FilterField filter={filter} saved={saved} events={events} counts={counts} />
        <StateChips filter={filter} counts={counts} shown={shown.states} />
      </search>
      {problem && <FilterProblemNote filter={filter} problem={problem} id={PROBLEM_ID} />}
      <KindChips filter={filter} counts={counts} shown={shown.kinds} />
    </div>
  );
}

import { lazy } from '#components/kit/lazy.tsx';
import type { Counts } from '#core/journey/counts';
import type { Json } from '#core/json/json';
import { FilterField, PROBLEM_ID } from './FilterField';
import type { FilterModel } from './filter';
import { StateChips } from './StateChips';
import type { SavedFilters } from './saved-filters';

const FilterProblemNote = lazy(async () => (await import('./FilterProblemNote')).FilterProblemNote);

interface FilterBarProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly counts: Counts;
  /** What each chip would show under the other terms; null while nothing is filtered. */
  readonly shown: Counts | null;
  /** Events that show which paths and values there are. */
  readonly events: () => readonly Json[];
  /** One is about to type. */
  readonly onPrepare: () => void;
}

/** The filter, the quick filters by what became of an event, and what is wrong with the filter. */
export function FilterBar({ filter, saved, counts, shown, events, onPrepare }: FilterBarProps) {
  const problem = filter.problem.value;
  return (
    <>
      <search class="bar plain filter-bar" onFocusIn={onPrepare}>
        <FilterField filter={filter} saved={saved} events={events} counts={counts} />
        <StateChips filter={filter} counts={counts} shown={shown} />
      </search>
      {problem && <FilterProblemNote filter={filter} problem={problem} id={PROBLEM_ID} />}
    </>
  );
}

import { formatNumber } from '#components/i18n/count-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import type { IconName } from '#components/kit/icon-paths.ts';
import { lazy } from '#components/kit/lazy.tsx';
import type { Counts } from '#core/journey/counts';
import type { Json } from '#core/json/json';
import type { StateFilter } from '#core/query/event-filter';
import { i18n } from '#i18n';
import { FilterField, PROBLEM_ID } from './FilterField';
import type { FilterModel } from './filter';
import type { SavedFilters } from './saved-filters';

const FilterProblemNote = lazy(async () => (await import('./FilterProblemNote')).FilterProblemNote);

interface StateChip {
  readonly state: StateFilter;
  readonly icon: IconName;
  readonly tone: string;
  readonly word: string;
}

const stateChips = (): readonly StateChip[] => [
  { state: 'invalid', icon: 'invalid', tone: 'bad', word: i18n.t('filter.invalid') },
  { state: 'failed', icon: 'x', tone: 'bad', word: i18n.t('filter.failed') },
  { state: 'lost', icon: 'lost', tone: 'lost', word: i18n.t('filter.lost') },
  { state: 'changed', icon: 'changed', tone: 'warn', word: i18n.t('filter.changed') },
  { state: 'doubled', icon: 'copy', tone: 'warn', word: i18n.t('filter.duplicate') },
  { state: 'notices', icon: 'notice', tone: 'warn', word: i18n.t('filter.notices') },
  { state: 'byHand', icon: 'bolt', tone: 'accent', word: i18n.t('filter.manual') },
];

interface FilterBarProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly counts: Counts;
  /** Events that show which paths and values there are. */
  readonly events: () => readonly Json[];
  /** One is about to type. */
  readonly onPrepare: () => void;
}

/** The filter, the quick filters by what became of an event, and what is wrong with the filter. */
export function FilterBar({ filter, saved, counts, events, onPrepare }: FilterBarProps) {
  const problem = filter.problem.value;
  return (
    <>
      <search class="bar plain filter-bar" onFocusIn={onPrepare}>
        <FilterField filter={filter} saved={saved} events={events} />
        <StateChips filter={filter} counts={counts} />
      </search>
      {problem && <FilterProblemNote filter={filter} problem={problem} id={PROBLEM_ID} />}
    </>
  );
}

function StateChips({ filter, counts }: Pick<FilterBarProps, 'filter' | 'counts'>) {
  const { states } = filter.value.value;
  return (
    <>
      {stateChips().map(({ state, icon, tone, word }) => (
        <button
          type="button"
          key={state}
          class={counts[state] === 0 && !states.has(state) ? 'chip outlined empty-chip' : 'chip outlined'}
          aria-pressed={states.has(state)}
          title={word}
          onClick={() => filter.toggleState(state)}
        >
          <Icon name={icon} size={13} tone={tone} />
          <span class="word">{word}</span>
          <b>{formatNumber(counts[state])}</b>
        </button>
      ))}
    </>
  );
}

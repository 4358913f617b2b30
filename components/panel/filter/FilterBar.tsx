import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { lazy } from '#components/kit/lazy.tsx';
import { useDropdown } from '#components/kit/use-dropdown.ts';
import { useRovingButtons } from '#components/kit/use-roving.ts';
import { useStore } from '#components/panel/app/stores.ts';
import type { SuggestedSession } from '#components/panel/filter/completions.ts';
import type { Counts } from '#core/stream/counts';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { COMPLETIONS_ID, completionId } from './completion-ids';
import type { FilterModel } from './filter';
import { filterHelpStore } from './help/filter-help-store';
import { KindChips } from './KindChips';
import { StateChips } from './StateChips';
import type { SavedFilters } from './saved-filters';
import { type FilterTyping, useFilterTyping } from './use-filter-typing';

const FilterProblemNote = lazy(async () => (await import('./FilterProblemNote')).FilterProblemNote);

interface FilterBarProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly counts: Counts;
  /** Counts that each chip would show under the other terms; null without a filter. */
  readonly filteredCounts: { readonly states: Counts | null; readonly kinds: Counts | null };
  /** Records from which paths and values are suggested. */
  readonly records: () => readonly JudgedRecord[];
  /** The active rule sets. */
  readonly ruleSets: readonly RuleSetId[];
  readonly sessions: readonly SuggestedSession[];
  /** Called when the filter bar receives the focus. */
  readonly onPrepare: () => void;
}

/**
 * The filter, the quick filters by outcome and kind, and the error of the filter.
 * The input and the row of buttons are one tab stop each, so that the list is a few keys away.
 */
export function FilterBar({
  filter,
  saved,
  counts,
  filteredCounts,
  records,
  ruleSets,
  sessions,
  onPrepare,
}: FilterBarProps) {
  const problem = filter.problem.value;
  const roving = useRovingButtons('.chip');
  return (
    <div class="filters" role="toolbar" aria-label={i18n.t('filter.title')} {...roving}>
      <search class="bar plain filter-bar" onFocusIn={onPrepare}>
        <FilterField
          filter={filter}
          saved={saved}
          records={records}
          counts={counts}
          ruleSets={ruleSets}
          sessions={sessions}
        />
        <StateChips filter={filter} counts={counts} filteredCounts={filteredCounts.states} />
      </search>
      {problem && <FilterProblemNote filter={filter} problem={problem} id={PROBLEM_ID} />}
      <KindChips filter={filter} counts={counts} filteredCounts={filteredCounts.kinds} />
    </div>
  );
}

interface FilterFieldProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly records: () => readonly JudgedRecord[];
  readonly counts: Counts;
  readonly ruleSets: readonly RuleSetId[];
  readonly sessions: readonly SuggestedSession[];
}

/** ID of the note about the filter's error. */
const PROBLEM_ID = 'filter-problem';

const CompletionList = lazy(async () => (await import('./CompletionList')).CompletionList);
/** Rendered at once, so that its code is loaded before the first term is finished. */
const FilterTokens = lazy(async () => (await import('./FilterTokens')).FilterTokens);
const FilterHelp = lazy(async () => (await import('./help/FilterHelp')).FilterHelp);

/** The input of the filter: finished terms as tokens, the term being entered, and suggestions. */
function FilterField({ filter, saved, records, counts, ruleSets, sessions }: FilterFieldProps) {
  const typing = useFilterTyping({ filter, records, counts, ruleSets, sessions });
  const help = useStore(filterHelpStore);
  const field = useKeptFocus<HTMLDivElement>();
  const closeHelp = () => {
    help.value = false;
  };
  const tryExample = (example: string) => {
    closeHelp();
    filter.setQuery(example);
  };
  return (
    <div class="filter-field" onFocusIn={typing.prepare} onFocusOut={typing.close} ref={field}>
      <div class={`field-box filter ${filter.problem.value ? 'wrong' : ''}`}>
        <Icon name="funnel" size={13} tone="muted" />
        <FilterTokens filter={filter} />
        <FilterInput filter={filter} typing={typing} />
        {!filter.isEmpty.value && (
          <ToolButton small icon="x" name={i18n.t('filter.clear')} tabIndex={-1} onClick={filter.clear} />
        )}
        <ToolButton
          small
          icon="help"
          name={i18n.t('filter.syntax')}
          tabIndex={-1}
          onClick={() => {
            help.value = true;
          }}
        />
      </div>
      <SavedFilterMenu filter={filter} saved={saved} />
      {typing.suggestions.length > 0 && (
        <CompletionList suggestions={typing.suggestions} activeIndex={typing.activeIndex} onAccept={typing.accept} />
      )}
      {help.value && <FilterHelp onTry={tryExample} onClose={closeHelp} />}
    </div>
  );
}

function FilterInput({ filter, typing }: { readonly filter: FilterModel; readonly typing: FilterTyping }) {
  const { text, tokens } = filter.value.value;
  const { suggestions, activeIndex } = typing;
  const problem = filter.problem.value;
  return (
    <input
      aria-label={i18n.t('filter.title')}
      role="combobox"
      aria-expanded={suggestions.length > 0}
      aria-controls={COMPLETIONS_ID}
      aria-autocomplete="list"
      aria-activedescendant={activeIndex >= 0 ? completionId(activeIndex) : undefined}
      aria-invalid={problem !== null}
      aria-describedby={problem ? PROBLEM_ID : undefined}
      placeholder={i18n.t(tokens.length > 0 ? 'filter.addTerm' : 'filter.placeholder')}
      value={text}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => typing.onInput(event.currentTarget.value)}
      onKeyDown={typing.onKeyDown}
      onPointerDown={typing.onPointerDown}
    />
  );
}

interface SavedFilterMenuProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
}

const SavedFilterList = lazy(async () => (await import('./SavedFilterList')).SavedFilterList);

/** A button that opens the saved filters, to apply, save or delete a filter. */
function SavedFilterMenu({ filter, saved }: SavedFilterMenuProps) {
  const { isOpen, toggle, close, container } = useDropdown();
  return (
    <fieldset class="saved" aria-label={i18n.t('filter.saved')} {...container}>
      <button
        type="button"
        class="tool"
        tabIndex={-1}
        aria-expanded={isOpen.value}
        aria-label={i18n.t('filter.saved')}
        title={i18n.t('filter.saved')}
        onClick={toggle}
      >
        <span class="wide">{i18n.t('filter.savedShort')}</span>
        <Icon name="down" size={13} />
      </button>
      {isOpen.value && <SavedFilterList filter={filter} saved={saved} onDone={close} />}
    </fieldset>
  );
}

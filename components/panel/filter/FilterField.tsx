import { useRef } from 'preact/hooks';
import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import type { Json } from '#core/json/json';
import type { Counts } from '#core/stream/counts';
import { i18n } from '#i18n';
import { COMPLETIONS_ID, completionId } from './completion-ids';
import type { FilterModel } from './filter';
import { filterHelpStore } from './help/filter-help-store';
import { SavedFilterMenu } from './SavedFilterMenu';
import type { SavedFilters } from './saved-filters';
import { type FilterTyping, useCompletion } from './use-completion';

interface FilterFieldProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly events: () => readonly Json[];
  readonly counts: Counts;
}

/** Of the note that says what is wrong with the filter. */
export const PROBLEM_ID = 'filter-problem';

const CompletionList = lazy(async () => (await import('./CompletionList')).CompletionList);
/** Rendered from the start, so that it is there before a first term is. */
const FilterTokens = lazy(async () => (await import('./FilterTokens')).FilterTokens);
const FilterHelp = lazy(async () => (await import('./help/FilterHelp')).FilterHelp);

/** Where the filter is written: its finished terms, the one being typed, and what may follow. */
export function FilterField({ filter, saved, events, counts }: FilterFieldProps) {
  const typing = useCompletion({ filter, events, counts });
  const help = useStore(filterHelpStore);
  const box = useRef<HTMLDivElement>(null);
  const closeHelp = () => {
    help.value = false;
  };
  const onTry = (example: string) => {
    closeHelp();
    filter.setQuery(example);
  };
  return (
    <div class="filter-field" onFocusIn={typing.prepare} onFocusOut={typing.close}>
      <div class={`field-box filter ${filter.problem.value ? 'wrong' : ''}`} ref={box}>
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
      {typing.choices.length > 0 && (
        <CompletionList choices={typing.choices} active={typing.active} onTake={typing.take} />
      )}
      {help.value && <FilterHelp onTry={onTry} onClose={closeHelp} />}
    </div>
  );
}

function FilterInput({ filter, typing }: { readonly filter: FilterModel; readonly typing: FilterTyping }) {
  const { text, tokens } = filter.value.value;
  const { choices, active } = typing;
  const problem = filter.problem.value;
  return (
    <input
      aria-label={i18n.t('filter.title')}
      role="combobox"
      aria-expanded={choices.length > 0}
      aria-controls={COMPLETIONS_ID}
      aria-autocomplete="list"
      aria-activedescendant={active >= 0 ? completionId(active) : undefined}
      aria-invalid={problem !== null}
      aria-describedby={problem ? PROBLEM_ID : undefined}
      placeholder={i18n.t(tokens.length > 0 ? 'filter.addTerm' : 'filter.placeholder')}
      value={text}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => typing.onInput(event.currentTarget.value)}
      onKeyDown={typing.onKeyDown}
    />
  );
}

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Json } from '../../../lib/json';
import type { FilterModel } from '../../../lib/panel/filter';
import type { SavedFilters } from '../../../lib/panel/saved-filters';
import { Tool } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { COMPLETIONS_ID, CompletionList, completionId } from './CompletionList';
import { FilterHelp } from './FilterHelp';
import { PROBLEM_ID } from './FilterProblemNote';
import { FilterTokens } from './FilterTokens';
import { SavedMenu } from './SavedMenu';
import { type FilterTyping, useCompletion } from './use-completion';

interface FilterFieldProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly events: () => readonly Json[];
}

/** Where the filter is written: its finished terms, the one being typed, and what may follow. */
export function FilterField({ filter, saved, events }: FilterFieldProps) {
  const typing = useCompletion({ filter, events });
  const help = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const closeHelp = () => {
    help.value = false;
  };
  const onTry = (example: string) => {
    closeHelp();
    filter.setQuery(example);
  };
  return (
    <div class="filter-field" onFocusOut={typing.close}>
      <div class={`field-box filter ${filter.problem.value ? 'wrong' : ''}`} ref={box}>
        <Icon name="funnel" size={13} tone="muted" />
        <FilterTokens filter={filter} />
        <FilterInput filter={filter} typing={typing} />
        {!filter.isEmpty.value && <Tool small icon="x" name="Empty the filter" onClick={filter.clear} />}
        <Tool
          small
          icon="help"
          name="What a filter can say"
          onClick={() => {
            help.value = true;
          }}
        />
      </div>
      <SavedMenu filter={filter} saved={saved} />
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
      aria-label="Filter"
      role="combobox"
      aria-expanded={choices.length > 0}
      aria-controls={COMPLETIONS_ID}
      aria-autocomplete="list"
      aria-activedescendant={active >= 0 ? completionId(active) : undefined}
      aria-invalid={problem !== null}
      aria-describedby={problem ? PROBLEM_ID : undefined}
      placeholder={tokens.length > 0 ? 'Add a term' : 'Filter: kind:interact  is:invalid  any text  /regex/'}
      value={text}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => typing.onInput(event.currentTarget.value)}
      onKeyDown={typing.onKeyDown}
    />
  );
}

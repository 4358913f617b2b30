import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { createLazyPart, lazy, useLazyPart } from '#components/kit/lazy.tsx';
import { useDropdown } from '#components/kit/use-dropdown.ts';
import { useRovingButtons } from '#components/kit/use-roving.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { findKeyAction, isCtrlLetter } from '#components/panel/app/view-keys.ts';
import type { Completion, SuggestedSession } from '#components/panel/filter/completions.ts';
import { chipValues } from '#core/query/chip-terms';
import type { Counts } from '#core/stream/counts';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { RuleSetId } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import { COMPLETIONS_ID, completionId } from './completion-ids';
import { fieldKeys } from './field-keys';
import type { FilterModel } from './filter';
import { filterHelpStore } from './help/filter-help-store';
import { chipTitle, StateChips } from './StateChips';
import type { SavedFilters } from './saved-filters';

const FilterProblemNote = lazy(async () => (await import('./FilterProblemNote')).FilterProblemNote);

interface FilterBarProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly counts: Counts;
  /** Counts that each chip would show under the other terms; null without a filter. */
  readonly shown: { readonly states: Counts | null; readonly kinds: Counts | null };
  /** Records from which paths and values are suggested. */
  readonly records: () => readonly JudgedRecord[];
  /** The active rule sets. */
  readonly ruleSets: readonly RuleSetId[];
  readonly sessions: readonly SuggestedSession[];
  /** Called before the user types. */
  readonly onPrepare: () => void;
}

/**
 * The filter, the quick filters by outcome and kind, and the error of the filter.
 * Two tab stops, the field and its buttons, so that the list is a few keys away.
 */
export function FilterBar({ filter, saved, counts, shown, records, ruleSets, sessions, onPrepare }: FilterBarProps) {
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
        <StateChips filter={filter} counts={counts} shown={shown.states} />
      </search>
      {problem && <FilterProblemNote filter={filter} problem={problem} id={PROBLEM_ID} />}
      <KindChips filter={filter} counts={counts} shown={shown.kinds} />
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
/** Loaded at once, so that it is there before the first term is finished. */
const FilterTokens = lazy(async () => (await import('./FilterTokens')).FilterTokens);
const FilterHelp = lazy(async () => (await import('./help/FilterHelp')).FilterHelp);

/** The input of the filter: finished terms as tokens, the term being typed, and suggestions. */
function FilterField({ filter, saved, records, counts, ruleSets, sessions }: FilterFieldProps) {
  const typing = useCompletion({ filter, records, counts, ruleSets, sessions });
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
      {typing.suggestions.length > 0 && (
        <CompletionList suggestions={typing.suggestions} active={typing.active} onAccept={typing.accept} />
      )}
      {help.value && <FilterHelp onTry={onTry} onClose={closeHelp} />}
    </div>
  );
}

function FilterInput({ filter, typing }: { readonly filter: FilterModel; readonly typing: FilterTyping }) {
  const { text, tokens } = filter.value.value;
  const { suggestions, active } = typing;
  const problem = filter.problem.value;
  return (
    <input
      aria-label={i18n.t('filter.title')}
      role="combobox"
      aria-expanded={suggestions.length > 0}
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

interface KindChipsProps {
  readonly filter: FilterModel;
  readonly counts: Counts;
  /** Counts that each chip would show under the other terms; null without a filter. */
  readonly shown: Counts | null;
}

/** One chip per observed kind, in the order of the spec, so that no chip moves when a count changes. */
function KindChips({ filter, counts, shown }: KindChipsProps) {
  const pressed = chipValues(filter.value.value.tokens, 'kind');
  const seen = eventKinds.filter((kind) => (counts.byKind.get(kind) ?? 0) > 0 || pressed.has(kind));
  return (
    <fieldset class="bar plain kinds" aria-label={i18n.t('list.kinds')}>
      <Chip
        name={i18n.t('list.allKinds')}
        total={counts.total}
        shown={shown ? shown.total : null}
        pressed={pressed.size === 0}
        onClick={() => filter.releaseChips('kind')}
      />
      {seen.map((kind) => (
        <Chip
          key={kind}
          name={kind}
          total={counts.byKind.get(kind) ?? 0}
          shown={shown && (shown.byKind.get(kind) ?? 0)}
          pressed={pressed.has(kind)}
          onClick={() => filter.toggleChip('kind', kind)}
        />
      ))}
    </fieldset>
  );
}

interface ChipProps {
  readonly name: string;
  readonly total: number;
  readonly shown: number | null;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function Chip({ name, total, shown, pressed, onClick }: ChipProps) {
  const title = shown === null ? undefined : chipTitle(name, total, shown);
  return (
    <button type="button" class="chip" tabIndex={-1} aria-pressed={pressed} title={title} onClick={onClick}>
      {name} <b>{formatNumber(shown ?? total)}</b>
    </button>
  );
}

interface SavedFilterMenuProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
}

const SavedFilterList = lazy(async () => (await import('./SavedFilterList')).SavedFilterList);

/** A button that opens the saved filters: apply one, save the current one, delete one. */
function SavedFilterMenu({ filter, saved }: SavedFilterMenuProps) {
  const { open, toggle, close, container } = useDropdown();
  return (
    <fieldset class="saved" aria-label={i18n.t('filter.saved')} {...container}>
      <button
        type="button"
        class="tool"
        tabIndex={-1}
        aria-expanded={open.value}
        aria-label={i18n.t('filter.saved')}
        title={i18n.t('filter.saved')}
        onClick={toggle}
      >
        <span class="wide">{i18n.t('filter.savedShort')}</span>
        <Icon name="down" size={13} />
      </button>
      {open.value && <SavedFilterList filter={filter} saved={saved} onDone={close} />}
    </fieldset>
  );
}

interface FilterTyping {
  /** Suggestions; empty while the list is closed. */
  readonly suggestions: readonly Completion[];
  /** Index of the suggestion that Enter accepts; -1 for none. */
  readonly active: number;
  readonly onInput: (text: string) => void;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
  readonly accept: (suggestion: Completion) => void;
  /** Called before the user types. */
  readonly prepare: () => void;
  readonly close: () => void;
}

interface CompletionOptions {
  readonly filter: FilterModel;
  readonly records: () => readonly JudgedRecord[];
  readonly counts: Counts;
  readonly ruleSets: readonly RuleSetId[];
  readonly sessions: readonly SuggestedSession[];
}

/** Loaded when the field is focused, so that it is ready for the first key. */
const completionCode = createLazyPart(async () => {
  const [code] = await Promise.all([import('#components/panel/filter/completions.ts'), import('./CompletionList')]);
  return code;
});

/**
 * The filter's field as a combo box (WAI-ARIA): arrows select, Enter accepts.
 * Escape closes the list, then empties the text, then the filter. Delete after Ctrl+A empties everything, including the
 * terms.
 */
function useCompletion({ filter, records, counts, ruleSets, sessions }: CompletionOptions): FilterTyping {
  const open = useSignal(false);
  const active = useSignal(-1);
  const isAllSelected = useRef(false);
  const { text } = filter.value.value;
  const code = useLazyPart(completionCode, open.value);
  // Suggestions would cover the note about the error.
  const isWrong = filter.problem.value !== null;
  const suggestions =
    open.value && code && !isWrong ? code.completionsAmong(text, records, counts, ruleSets, sessions) : [];
  const show = (isOpen: boolean) => {
    open.value = isOpen;
    active.value = -1;
  };
  const onInput = (next: string) => {
    filter.setText(next);
    show(/\S$/.test(next));
  };
  const accept = (suggestion: Completion) => {
    filter.setText(suggestion.text);
    show(!suggestion.completesTerm);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const wasAllSelected = isAllSelected.current;
    if (event.key !== 'Control' && event.key !== 'Meta') isAllSelected.current = isCtrlLetter(event, 'a');
    const target = {
      filter,
      suggestions,
      active,
      show,
      accept,
      onInput,
      field: event.currentTarget,
      isOpen: open.value,
      isAllSelected: wasAllSelected,
    };
    const action = findKeyAction(fieldKeys, event, target);
    if (!action || event.isComposing) return;
    event.preventDefault();
    action();
  };
  return {
    suggestions,
    active: active.value,
    onInput,
    onKeyDown,
    accept,
    prepare: completionCode.preload,
    close: () => show(false),
  };
}

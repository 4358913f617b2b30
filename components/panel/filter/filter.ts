import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { CompilePattern } from '#core/patterns/pattern';
import { type ChipKey, toggleChip, withoutChips } from '#core/query/chip-terms';
import {
  type Filter,
  MAX_FILTER_CHARACTERS,
  MAX_FILTER_TERMS,
  noFilter,
  type ParsedFilter,
} from '#core/query/event-filter';
import { type HiddenEvents, hidesAny, noHiddenEvents } from '#core/query/hidden-events';
import { joinTerms, listTermTexts, splitFinishedTerms } from '#core/query/terms';
import { fail, type Result, succeed } from '#core/util/result';
import { filterLanguage } from './filter-language';
import { compileLazily } from './lazy-patterns';
import type { FilterProblem } from './parse-filter';

function isEmptyFilter({ text, tokens }: Filter): boolean {
  return text.trim() === '' && tokens.length === 0;
}

/** Whether a text may become tokens. A text beyond the limits of a filter stays in the field. */
function fitsLimits(text: string): boolean {
  return text.length <= MAX_FILTER_CHARACTERS && listTermTexts(text).length <= MAX_FILTER_TERMS;
}

/** The state of the filter, and its changes by the filter bar. */
export interface FilterModel {
  readonly value: ReadonlySignal<Filter>;
  /** Events that are hidden independently of the terms. Saving and clearing the filter do not affect them. */
  readonly hidden: Signal<HiddenEvents>;
  /** The last valid filter, which the list uses. */
  readonly applied: ReadonlySignal<ParsedFilter>;
  readonly problem: ReadonlySignal<FilterProblem | null>;
  /**
   * Whether the code that parses the filter, or one of its patterns, is loading.
   * The list still shows the previous filter.
   */
  readonly isLoading: ReadonlySignal<boolean>;
  readonly isEmpty: ReadonlySignal<boolean>;
  /** Sets the input. A term with a key becomes a token as soon as a space ends it. */
  setText(text: string): void;
  /** Converts all terms of the input to tokens. */
  finish(): void;
  /** Adds a term once, and removes the terms that start with `replacedPrefix`. */
  setToken(term: string, replacedPrefix?: string): void;
  removeToken(index: number): void;
  /** Removes all tokens that start with a string. */
  removeTokens(start: string): void;
  /** Moves a token back into the text, to be edited. */
  reopenToken(index: number): void;
  /** Replaces the invalid term by the nearest valid term. */
  applyCorrection(): void;
  /** Sets all terms at once, as a saved filter does. */
  setQuery(query: string): void;
  /** Adds a chip's value to the term of its key, or removes the value from the term. */
  toggleChip(key: ChipKey, value: string): void;
  /** Removes the terms that the chips of a key have set. */
  releaseChips(key: ChipKey): void;
  set(filter: Filter): void;
  clear(): void;
}

export function createFilter(
  compile: CompilePattern<'loading'> = compileLazily,
  language = filterLanguage,
): FilterModel {
  const value = signal<Filter>(noFilter);
  const hidden = signal(noHiddenEvents);
  let lastValid: ParsedFilter = emptyParsedFilter;
  const parsed = computed((): Result<ParsedFilter, FilterProblem | 'loading'> => {
    if (isEmptyFilter(value.value)) return succeed(emptyParsedFilter);
    const code = language.part.value;
    if (code !== null) return code.parseFilter(value.value, compile);
    language.preload();
    return fail('loading');
  });
  const applied = computed(() => {
    if (parsed.value.ok) lastValid = parsed.value.value;
    return hidesAny(hidden.value) ? { ...lastValid, hidden: hidden.value } : lastValid;
  });
  const failure = computed(() => (parsed.value.ok ? null : parsed.value.failure));
  const problem = computed(() => (failure.value === 'loading' ? null : failure.value));
  const isLoading = computed(() => failure.value === 'loading');
  const change = (part: Partial<Filter>) => {
    value.value = { ...value.value, ...part };
  };
  const set = (next: Filter) => {
    value.value = next;
  };
  return {
    value,
    hidden,
    applied,
    problem,
    isLoading,
    isEmpty: computed(() => isEmptyFilter(value.value)),
    setText(text) {
      if (!fitsLimits(text)) return change({ text });
      const { finishedTerms, rest } = splitFinishedTerms(text);
      change({ text: rest, tokens: [...value.value.tokens, ...finishedTerms] });
    },
    finish() {
      const { text, tokens } = value.value;
      if (fitsLimits(text)) change({ text: '', tokens: [...tokens, ...listTermTexts(text)] });
    },
    setToken(term, replacedPrefix) {
      const isReplaced = (token: string) =>
        token === term || (replacedPrefix !== undefined && token.startsWith(replacedPrefix));
      change({ tokens: [...value.value.tokens.filter((token) => !isReplaced(token)), term] });
    },
    removeTokens: (start) => change({ tokens: value.value.tokens.filter((token) => !token.startsWith(start)) }),
    removeToken: (index) => change({ tokens: withoutIndex(value.value.tokens, index) }),
    reopenToken(index) {
      const { tokens, text } = value.value;
      change({ text: termsText([tokens[index] ?? '', text]), tokens: withoutIndex(tokens, index) });
    },
    applyCorrection() {
      const invalid = problem.value;
      if (invalid?.nearest) change(replaceTerm(value.value, invalid, invalid.nearest.term));
    },
    setQuery: (query) =>
      change(fitsLimits(query) ? { text: '', tokens: listTermTexts(query) } : { text: query, tokens: [] }),
    toggleChip: (key, chipValue) => change({ tokens: toggleChip(value.value.tokens, key, chipValue) }),
    releaseChips: (key) => change({ tokens: withoutChips(value.value.tokens, key) }),
    set,
    clear: () => set(noFilter),
  };
}

const emptyParsedFilter: ParsedFilter = { query: [] };

function withoutIndex(tokens: readonly string[], index: number): readonly string[] {
  return tokens.filter((_, tokenIndex) => tokenIndex !== index);
}

/** Returns the whole filter as one text, for saving. */
export function queryText({ tokens, text }: Filter): string {
  return joinTerms([...tokens, text.trim()].filter((part) => part !== ''));
}

/** Joins several texts of a filter; empty ones are omitted. */
export function termsText(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function replaceTerm({ text, tokens }: Filter, { tokenIndex, from, to }: FilterProblem, term: string): Partial<Filter> {
  if (tokenIndex === null) return { text: text.slice(0, from) + term + text.slice(to) };
  return { tokens: tokens.map((old, index) => (index === tokenIndex ? term : old)) };
}

import type { Filter, ParsedFilter } from '#core/query/event-filter';
import { createLazyPatternCompiler } from './lazy-patterns';
import { parseFilter } from './parse-filter';

/** A part of a filter that excludes all events, and how many events would be shown without it. */
export interface FilterSuggestion {
  /** The text of the part: `is:lost`. */
  readonly name: string;
  readonly shows: number;
  readonly without: Filter;
}

/**
 * Returns the part of a filter without which most events are shown.
 * Returns null if dropping a single part would not help.
 */
export function suggestRelaxation(filter: Filter, count: (filter: ParsedFilter) => number): FilterSuggestion | null {
  let best: FilterSuggestion | null = null;
  for (const { name, without } of partsOf(filter)) {
    const read = parseFilter(without, createLazyPatternCompiler);
    if (!read.ok) continue;
    const shows = count(read.value);
    if (shows > (best?.shows ?? 0)) best = { name, shows, without };
  }
  return best;
}

/** Returns the parts of a filter. Returns none for a single part, because dropping it is clearing the filter. */
function partsOf(filter: Filter): readonly Pick<FilterSuggestion, 'name' | 'without'>[] {
  const parts = [
    ...filter.tokens.map((name, index) => ({
      name,
      without: { ...filter, tokens: filter.tokens.filter((_, at) => at !== index) },
    })),
    ...(filter.text.trim() === '' ? [] : [{ name: `“${filter.text.trim()}”`, without: { ...filter, text: '' } }]),
  ];
  return parts.length > 1 ? parts : [];
}

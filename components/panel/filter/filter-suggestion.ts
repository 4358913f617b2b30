import type { Filter, ParsedFilter } from '#core/query/event-filter';
import { compileLazily } from './lazy-patterns';
import { parseFilter } from './parse-filter';

/** A part of a filter that excludes all events, and how many events would be shown without it. */
export interface FilterSuggestion {
  /** The text of the part: `is:lost`. */
  readonly name: string;
  readonly eventCount: number;
  /** The filter without the part. */
  readonly relaxedFilter: Filter;
}

/**
 * Returns the part of a filter without which most events are shown.
 * Returns null if dropping a single part would not help.
 */
export function suggestRelaxation(filter: Filter, count: (filter: ParsedFilter) => number): FilterSuggestion | null {
  let best: FilterSuggestion | null = null;
  for (const { name, relaxedFilter } of partsOf(filter)) {
    const parsed = parseFilter(relaxedFilter, compileLazily);
    if (!parsed.ok) continue;
    const eventCount = count(parsed.value);
    if (eventCount > (best?.eventCount ?? 0)) best = { name, eventCount, relaxedFilter };
  }
  return best;
}

/** Returns the parts of a filter. Returns none for a single part, because dropping it is clearing the filter. */
function partsOf(filter: Filter): readonly Pick<FilterSuggestion, 'name' | 'relaxedFilter'>[] {
  const text = filter.text.trim();
  const parts = [
    ...filter.tokens.map((name, index) => ({
      name,
      relaxedFilter: { ...filter, tokens: filter.tokens.filter((_, at) => at !== index) },
    })),
    ...(text === '' ? [] : [{ name: `“${text}”`, relaxedFilter: { ...filter, text: '' } }]),
  ];
  return parts.length > 1 ? parts : [];
}

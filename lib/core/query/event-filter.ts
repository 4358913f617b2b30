import type { HiddenEvents } from './hidden-events';
import type { Query } from './query';

/** Limit of a filter, longer than any that a user writes. */
export const MAX_FILTER_CHARACTERS = 4_096;
/** Limit of the terms of a filter, including alternatives. */
export const MAX_FILTER_TERMS = 100;

/** A filter of the list. All of its terms must match. */
export interface Filter {
  /** The unfinished text of the field. */
  readonly text: string;
  /** Finished terms of the filter language. The chips show and set those of `kind:` and `is:`. */
  readonly tokens: readonly string[];
}

/** The filter that lets every record through. */
export const noFilter: Filter = { text: '', tokens: [] };

/** A parsed filter. */
export interface ParsedFilter {
  readonly query: Query;
  /** Events that the user hid. Unset if there are none. */
  readonly hidden?: HiddenEvents;
}

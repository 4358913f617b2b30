import type { HiddenEvents } from './hidden-events';
import type { Query } from './query';

/** Longer than anything that a user writes. */
export const MAX_FILTER_CHARACTERS = 4_096;
/** Alternatives count as well. */
export const MAX_FILTER_TERMS = 100;

/** A filter of the list. All of its terms must match. */
export interface Filter {
  /** The text that is being typed. */
  readonly text: string;
  /** Finished terms of the filter language. The chips show and set those of `kind:` and `is:`. */
  readonly tokens: readonly string[];
}

/** The filter that lets every record through. */
export const noFilter: Filter = { text: '', tokens: [] };

/** A filter whose words were understood. */
export interface ReadFilter {
  readonly query: Query;
  /** Events that were hidden by hand; unset where none is. */
  readonly hidden?: HiddenEvents;
}

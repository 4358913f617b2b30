import type { EventKind } from '#core/telemetry/kinds';
import type { Query } from './query';

const stateFilters = ['invalid', 'notices', 'failed', 'lost', 'changed', 'doubled', 'byHand'] as const;

/** A quick filter by what became of the event. */
export type StateFilter = (typeof stateFilters)[number];

/** What the list is narrowed to. Kinds, and states, are alternatives; everything else must all be met. */
export interface Filter {
  /** What is being typed. */
  readonly text: string;
  /** Finished terms of the filter language. */
  readonly tokens: readonly string[];
  readonly kinds: ReadonlySet<EventKind>;
  readonly states: ReadonlySet<StateFilter>;
}

export const noFilter: Filter = { text: '', tokens: [], kinds: new Set(), states: new Set() };

/** A filter whose words were understood. */
export interface ReadFilter extends Pick<Filter, 'kinds' | 'states'> {
  readonly query: Query;
}

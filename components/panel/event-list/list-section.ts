import type { ReadonlySignal, Signal } from '@preact/signals';
import type { SuggestedSession } from '#components/panel/filter/completions.ts';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import type { LoadRowFacts } from '#core/query/search/search-index';
import type { Judge } from '#core/stream/no-judge';
import type { Scheduler } from '#core/util/scheduler';
import type { FullRecords } from './full-records';
import type { TimeSpan } from './order/event-times';
import type { Lines } from './order/list-lines';
import type { Records } from './record-store';
import type { Selection } from './selection';
import type { VisibleItems } from './visible-rows';

/**
 * The events of a capture with the state of their list.
 * The live capture and each opened capture have their own list.
 */
export interface EventList {
  readonly records: Records;
  /** Judges the records with the current rules. */
  readonly judge: ReadonlySignal<Judge>;
  readonly filter: FilterModel;
  readonly visible: VisibleItems;
  /** The visible items in the list's order: sorted, grouped. */
  readonly lines: Lines;
  /** Loads records together with the long values that are not in memory. */
  readonly fullRecords: FullRecords;
  readonly selection: Selection;
  /** The time span of the visible rows, set by the list. */
  readonly timeSpanOnScreen: Signal<TimeSpan | null>;
  /** First and last visible line, set by the list. */
  readonly linesOnScreen: Signal<LineRange | null>;
  /** The row that the list is to scroll to and focus. The list resets it. */
  readonly rowToFocus: Signal<number | null>;
  /** Opens an event that is shown, scrolls to it and focuses its row. */
  goTo(row: number): void;
  /** Like `goTo`, for any event of the list. Clears the filter and shows hidden events if they hide this event. */
  show(row: number): void;
  readonly scheduler: Scheduler;
  /** Loads facts about the records that are not part of the records. */
  readonly loadFacts: LoadRowFacts | undefined;
  /** The user sessions that their feature has found so far. */
  readonly userSessions: Signal<readonly SuggestedSession[]>;
  /** Returns a feature's section of this list. The first call creates the section. */
  get<Section>(section: ListSection<Section>): Section;
  /** Registers a function that is called when the list is released. */
  onStop(call: () => void): void;
  /** Releases the list. Call it when no view shows the list any more. */
  stop(): void;
}

/** A range of lines by index, both ends inclusive. */
export interface LineRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** Creates a feature's section of a list. A section releases its resources in the list's `onStop`. */
export interface ListSection<Section> {
  readonly create: (list: EventList) => Section;
}

/** Defines a feature's section of each list. Each feature exports one definition; the list owns the sections. */
export function defineListSection<Section>(create: (list: EventList) => Section): ListSection<Section> {
  return { create };
}

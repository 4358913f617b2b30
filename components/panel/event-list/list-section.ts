import type { ReadonlySignal, Signal } from '@preact/signals';
import type { SuggestedSession } from '#components/panel/filter/completions.ts';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import type { LoadRowFacts } from '#core/query/search/search-index';
import type { Judge } from '#core/stream/no-judge';
import type { Scheduler } from '#core/util/scheduler';
import type { TimeSpan } from './order/event-times';
import type { Lines } from './order/list-lines';
import type { Records } from './record-store';
import type { Selection } from './selection';
import type { VisibleItems } from './visible-rows';
import type { WholeRecords } from './whole-records';

/** Events with all that is about looking at them: every capture has its own, the live one and those read from files. */
export interface EventList {
  readonly records: Records;
  /** Judges the records with the current rules. */
  readonly judge: ReadonlySignal<Judge>;
  readonly filter: FilterModel;
  readonly visible: VisibleItems;
  /** The visible items in the list's order: sorted, grouped. */
  readonly lines: Lines;
  /** The records with the long values that are not in memory. */
  readonly whole: WholeRecords;
  readonly selection: Selection;
  /** The time of the rows on screen, set by the list. */
  readonly onScreen: Signal<TimeSpan | null>;
  /** First and last line on screen, set by the list. */
  readonly linesOnScreen: Signal<LineRange | null>;
  /** The row that the list is to scroll to and focus; the list sets it back. */
  readonly wanted: Signal<number | null>;
  /** Opens an event that is shown, scrolls to it and focuses its row. */
  goTo(row: number): void;
  /** The same for any event of the list: a filter that hides it is cleared. */
  show(row: number): void;
  readonly scheduler: Scheduler;
  /** Loads what the list knows of its records beside what is in them. */
  readonly loadFacts: LoadRowFacts | undefined;
  /** The user sessions, as far as their feature has found them. */
  readonly userSessions: Signal<readonly SuggestedSession[]>;
  /** Returns a feature's section of this list. It is created on the first call, and then stays. */
  get<Section>(section: ListSection<Section>): Section;
  /** Calls back when the list is released. */
  onStop(call: () => void): void;
  /** Releases the list. Call when no view shows it any more. */
  stop(): void;
}

/** Lines by their indexes, both of them included. */
export interface LineRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** How a feature's part of a list is created. A section that has to be released does so by `onStop` of the list. */
export interface ListSection<Section> {
  readonly create: (list: EventList) => Section;
}

/** Defines a feature's section of each list. Features export one each; the list holds the sections. */
export function defineListSection<Section>(create: (list: EventList) => Section): ListSection<Section> {
  return { create };
}

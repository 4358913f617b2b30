import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { FixedColumn } from '../columns/columns';
import { fixedColumns } from '../columns/fixed-columns';
import type { Grouping, ListSettings } from '../columns/list-settings';
import { isNavigation, type ListItem } from '../rows-with-navigations';
import type { VisibleItems } from '../visible-rows';
import { createGroupedLines, type GroupLine } from './grouped-lines';

/** A line in the list's order. */
export type Line = ListItem | GroupLine;

export function isGroupLine(line: Line): line is GroupLine {
  return 'group' in line;
}

export function isRecordLine(line: Line): line is JudgedRecord {
  return 'row' in line;
}

/** Identifies a line independently of the order: the row number for an event. */
export function lineKey(line: Line): number | string {
  if (isGroupLine(line)) return `group ${line.group}`;
  return isNavigation(line) ? `navigation ${line.afterRow} ${line.at}` : line.row;
}

/** Access to the current lines. */
export interface LineLookup {
  readonly version: number;
  at(index: number): Line | undefined;
}

/** The lines that pass the filter, in the user's order and groups. */
export interface Lines {
  /** Incremented with every change of the lines. */
  readonly version: ReadonlySignal<number>;
  /** A new object with every change of the lines, so that its subscribers are notified. */
  readonly current: ReadonlySignal<LineLookup>;
  readonly length: ReadonlySignal<number>;
  /** Whether new events are added at the end. */
  readonly isInArrivalOrder: ReadonlySignal<boolean>;
  readonly groupBy: ReadonlySignal<Grouping>;
  at(index: number): Line | undefined;
  /** Line of an event, or -1 if the filter or a collapsed group hides it. */
  indexOfRow(row: number): number;
  /** Line of a group's header, or -1 if there is no such group. */
  indexOfGroup(group: string): number;
  toggleGroup(group: string, isOpen: boolean): void;
  stop(): void;
}

interface ListLinesDeps {
  readonly visible: VisibleItems;
  readonly settings: ReadonlySignal<Pick<ListSettings, 'sort' | 'groupBy'>>;
  readonly sizeOf: (record: JudgedRecord) => number;
  /** The list's own columns by default. */
  readonly columns?: readonly FixedColumn[];
}

/**
 * Creates the lines of the list: sorted and grouped items.
 * Without a sort order and groups, the lines are the visible items themselves, without a copy.
 */
export function createLines({ visible, settings, sizeOf, columns = fixedColumns }: ListLinesDeps): Lines {
  const sort = computed(() => settings.value.sort);
  const groupBy = computed(() => settings.value.groupBy);
  const isPlain = computed(() => sort.value === null && groupBy.value === 'none');
  const version = signal(0);
  const groupedLines = createGroupedLines({ visible, sort, groupBy, sizeOf, columns });
  const update = () => {
    version.value = version.peek() + 1;
  };

  const unsubscribe = visible.subscribe(groupedLines.change);
  const arrangement = computed(() => ({ sort: sort.value, groupBy: groupBy.value }));
  const stopEffect = arrangement.subscribe(() => {
    groupedLines.reset();
    update();
  });
  const lineAt = (index: number) => (isPlain.peek() ? visible.at(index) : groupedLines.at(index));
  const lookup = computed(() => ({ version: version.value + visible.version.value, at: lineAt }));
  const groupedState = computed(() => ({ version: lookup.value.version, length: groupedLines.count() }));
  return {
    version: computed(() => lookup.value.version),
    current: lookup,
    length: computed(() => (isPlain.value ? visible.length.value : groupedState.value.length)),
    isInArrivalOrder: isPlain,
    groupBy,
    at: lineAt,
    indexOfRow(row) {
      const index = visible.indexOfRow(row);
      const item = visible.at(index);
      return isPlain.peek() || !item ? index : groupedLines.indexOf(item);
    },
    indexOfGroup: groupedLines.indexOfGroup,
    toggleGroup(group, isOpen) {
      groupedLines.toggleGroup(group, isOpen);
      update();
    },
    stop() {
      unsubscribe();
      stopEffect();
    },
  };
}

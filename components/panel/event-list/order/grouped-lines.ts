import type { ReadonlySignal } from '@preact/signals';
import type { JudgedRecord } from '#core/stream/judged-record';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { appendItems } from '#core/util/lists';
import type { FixedColumn } from '../columns/columns';
import type { Grouping, ListSettings } from '../columns/list-settings';
import type { VisibleRecordChange } from '../filtering/filtered-rows';
import type { ListItem } from '../rows-with-navigations';
import type { VisibleChange, VisibleItems } from '../visible-rows';
import { groupLabel } from './group-key';
import { createGroups, type Group, type Groups } from './item-groups';
import { arrivalOrder, sortedOrder } from './ordered-items';

/** The header of a group of events. */
export interface GroupLine {
  readonly group: string;
  readonly label: string;
  readonly eventCount: number;
  readonly invalidCount: number;
  readonly lostCount: number;
  readonly isOpen: boolean;
}

interface GroupedLinesDeps {
  readonly visible: VisibleItems;
  readonly sort: ReadonlySignal<ListSettings['sort']>;
  readonly groupBy: ReadonlySignal<Grouping>;
  readonly sizeOf: (record: JudgedRecord) => number;
  readonly columns: readonly FixedColumn[];
}

/** The items in their groups, each below its header. Without a grouping, all items are one group without a header. */
interface GroupedLines {
  at(index: number): ListItem | GroupLine | undefined;
  /** Line of an item, or -1 if a collapsed group hides it. */
  indexOf(item: ListItem): number;
  /** Line of a group's header, or -1 if there is no such group. */
  indexOfGroup(key: string): number;
  count(): number;
  toggleGroup(key: string, isOpen: boolean): void;
  change(change: VisibleChange): void;
  /** Discards the order and the groups, which the next read computes again. Collapsed groups stay collapsed. */
  reset(): void;
}

/** If more changes are pending, all changes are dropped and all items are sorted again. */
const MAX_PENDING_CHANGES = 20_000;

/** Changes are batched until the lines are read, once a frame, and then inserted. */
export function createGroupedLines({ visible, sort, groupBy, sizeOf, columns }: GroupedLinesDeps): GroupedLines {
  const collapsedKeys = new Set<string>();
  let groups: Groups | null = null;
  let pending: VisibleRecordChange[] = [];
  let currentGroups: readonly Group[] = [];
  /** The first line of each group, followed by the number of lines; `null` until it is computed. */
  let starts: readonly number[] | null = null;

  const reset = () => {
    groups = null;
    pending = [];
    currentGroups = [];
    starts = null;
  };
  /** Applies pending changes, and returns the groups. */
  const updateGroups = (): readonly Group[] => {
    if (groups && pending.length === 0) return currentGroups;
    const order = sort.peek();
    if (groups) groups.change(pending);
    groups ??= createGroups(
      groupBy.peek(),
      order ? sortedOrder(order, columns, sizeOf) : arrivalOrder,
      everyItem(visible),
    );
    pending = [];
    currentGroups = groups.list();
    starts = null;
    return currentGroups;
  };
  const headerCount = () => (groupBy.peek() === 'none' ? 0 : 1);
  const countLines = (group: Group) => headerCount() + (collapsedKeys.has(group.key) ? 0 : group.items.length);
  const computeStarts = (all: readonly Group[]): readonly number[] => {
    if (starts) return starts;
    const newStarts = [0];
    for (const group of all) newStarts.push((newStarts.at(-1) ?? 0) + countLines(group));
    starts = newStarts;
    return newStarts;
  };

  return {
    at(index) {
      const all = updateGroups();
      const groupStarts = computeStarts(all);
      const groupIndex = findLastIndexAtMost(groupStarts, index, Number);
      const group = all[groupIndex];
      if (!group) return undefined;
      const itemIndex = index - (groupStarts[groupIndex] ?? 0) - headerCount();
      return itemIndex < 0
        ? createGroupLine(group, groupBy.peek(), !collapsedKeys.has(group.key))
        : group.items.at(itemIndex);
    },
    indexOf(item) {
      const all = updateGroups();
      for (const [groupIndex, group] of all.entries()) {
        const itemIndex = collapsedKeys.has(group.key) ? -1 : group.items.indexOf(item);
        if (itemIndex >= 0) return (computeStarts(all)[groupIndex] ?? 0) + headerCount() + itemIndex;
      }
      return -1;
    },
    indexOfGroup(key) {
      if (groupBy.peek() === 'none') return -1;
      const all = updateGroups();
      return computeStarts(all)[all.findIndex((group) => group.key === key)] ?? -1;
    },
    count: () => computeStarts(updateGroups()).at(-1) ?? 0,
    toggleGroup(key, isOpen) {
      if (isOpen) collapsedKeys.delete(key);
      else collapsedKeys.add(key);
      starts = null;
    },
    change(change) {
      if (change.type === 'all' || pending.length + change.changes.length > MAX_PENDING_CHANGES) return reset();
      if (groups) appendItems(pending, change.changes);
    },
    reset,
  };
}

/** Iterates over all items, also those that `visible.length` does not count until the list is shown again. */
function* everyItem(visible: VisibleItems): Iterable<ListItem> {
  for (let index = 0; ; index += 1) {
    const item = visible.at(index);
    if (item === undefined) return;
    yield item;
  }
}

function createGroupLine(group: Group, grouping: Grouping, isOpen: boolean): GroupLine {
  const { key, eventCount, invalidCount, lostCount } = group;
  return { group: key, label: groupLabel(grouping, key), eventCount, invalidCount, lostCount, isOpen };
}

import type { ReadonlySignal } from '@preact/signals';
import type { JudgedRecord } from '#core/stream/judged-record';
import { appendItems } from '#core/util/append-items';
import { findLastIndexAtMost } from '#core/util/binary-search';
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
  readonly events: number;
  readonly invalid: number;
  readonly lost: number;
  readonly open: boolean;
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
  toggleGroup(key: string, open: boolean): void;
  change(change: VisibleChange): void;
  /** Sorts and groups all items again. Groups stay collapsed. */
  forget(): void;
}

/** If more changes are pending, they are dropped and everything is sorted again. */
const MAX_PENDING_CHANGES = 20_000;

/** Changes are batched until the lines are read, once a frame, and then inserted. */
export function createGroupedLines({ visible, sort, groupBy, sizeOf, columns }: GroupedLinesDeps): GroupedLines {
  const collapsed = new Set<string>();
  let groups: Groups | null = null;
  let pending: VisibleRecordChange[] = [];
  let shown: readonly Group[] = [];
  /** The first line of each group, followed by the number of lines; `null` until it is computed. */
  let starts: readonly number[] | null = null;

  const forget = () => {
    groups = null;
    pending = [];
    shown = [];
    starts = null;
  };
  /** Returns the groups, after applying pending changes. */
  const current = (): readonly Group[] => {
    if (groups && pending.length === 0) return shown;
    const order = sort.peek();
    if (groups) groups.change(pending);
    groups ??= createGroups(
      groupBy.peek(),
      order ? sortedOrder(order, columns, sizeOf) : arrivalOrder,
      everyItem(visible),
    );
    pending = [];
    shown = groups.list();
    starts = null;
    return shown;
  };
  const headerCount = () => (groupBy.peek() === 'none' ? 0 : 1);
  const sizeOfGroup = (group: Group) => headerCount() + (collapsed.has(group.key) ? 0 : group.items.length);
  const startsOf = (all: readonly Group[]): readonly number[] => {
    if (starts) return starts;
    const begins = [0];
    for (const group of all) begins.push((begins.at(-1) ?? 0) + sizeOfGroup(group));
    starts = begins;
    return begins;
  };

  return {
    at(index) {
      const all = current();
      const begins = startsOf(all);
      const groupIndex = findLastIndexAtMost(begins, index, Number);
      const group = all[groupIndex];
      if (!group) return undefined;
      const inside = index - (begins[groupIndex] ?? 0) - headerCount();
      return inside < 0 ? groupLine(group, groupBy.peek(), !collapsed.has(group.key)) : group.items.at(inside);
    },
    indexOf(item) {
      const all = current();
      for (const [groupIndex, group] of all.entries()) {
        const inside = collapsed.has(group.key) ? -1 : group.items.indexOf(item);
        if (inside >= 0) return (startsOf(all)[groupIndex] ?? 0) + headerCount() + inside;
      }
      return -1;
    },
    indexOfGroup(key) {
      if (groupBy.peek() === 'none') return -1;
      const all = current();
      return startsOf(all)[all.findIndex((group) => group.key === key)] ?? -1;
    },
    count: () => startsOf(current()).at(-1) ?? 0,
    toggleGroup(key, open) {
      if (open) collapsed.delete(key);
      else collapsed.add(key);
      starts = null;
    },
    change(change) {
      if (change.type === 'all' || pending.length + change.changes.length > MAX_PENDING_CHANGES) return forget();
      if (groups) appendItems(pending, change.changes);
    },
    forget,
  };
}

function* everyItem(visible: VisibleItems): Iterable<ListItem> {
  const count = visible.length.peek();
  for (let index = 0; index < count; index += 1) {
    const item = visible.at(index);
    if (item) yield item;
  }
}

function groupLine({ key, events, invalid, lost }: Group, grouping: Grouping, open: boolean): GroupLine {
  return { group: key, label: groupLabel(grouping, key), events, invalid, lost, open };
}

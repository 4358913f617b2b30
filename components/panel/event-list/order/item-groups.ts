import { isLost } from '#core/journey/journey-state';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Grouping } from '../columns/list-settings';
import type { VisibleRecordChange } from '../filtering/filtered-rows';
import { isNavigation, type ListItem } from '../rows-with-navigations';
import { groupKeyOf, navigationGroupKey } from './group-key';
import { createOrderedItems, type Order, type OrderedItems } from './ordered-items';

/** A group of events, in the order of the list. */
export interface Group {
  readonly key: string;
  readonly items: OrderedItems;
  eventCount: number;
  invalidCount: number;
  lostCount: number;
}

/** All groups, in the order in which their first events were added. */
export interface Groups {
  list(): readonly Group[];
  change(changes: readonly VisibleRecordChange[]): void;
}

interface GroupChange {
  readonly removed: JudgedRecord[];
  readonly added: ListItem[];
}

/** Creates the groups of items. Without a grouping, all items are one group. */
export function createGroups(grouping: Grouping, order: Order, items: Iterable<ListItem>): Groups {
  const groups = new Map<string, Group>();
  /** Page loads of groups without events, which are not listed. */
  const navigations = new Map<string, ListItem[]>();
  const keyOf = (record: JudgedRecord) => (grouping === 'none' ? '' : groupKeyOf(grouping, record));

  const apply = (changes: ReadonlyMap<string, GroupChange>) => {
    for (const [key, { removed, added }] of changes) {
      const existingGroup = groups.get(key);
      const addedItems = [...(navigations.get(key) ?? []), ...added];
      navigations.delete(key);
      const group = existingGroup ?? {
        key,
        items: createOrderedItems(order, addedItems),
        eventCount: 0,
        invalidCount: 0,
        lostCount: 0,
      };
      if (existingGroup) existingGroup.items.change(removed, addedItems);
      else groups.set(key, group);
      updateCounts(group, removed, -1);
      updateCounts(group, added, 1);
      if (group.eventCount > 0 || grouping === 'none') continue;
      groups.delete(key);
      // The group's remaining items are page loads, which are listed again with its next event.
      const pageLoads = itemsOf(group);
      if (pageLoads.length > 0) navigations.set(key, pageLoads);
    }
  };

  const initialChanges = createGroupChanges();
  let previousKey: string | null = null;
  for (const item of items) {
    if (!isNavigation(item)) {
      previousKey = keyOf(item);
      initialChanges.getOrCreate(previousKey).added.push(item);
    } else if (order.hasNavigations) {
      const key = grouping === 'none' ? '' : navigationGroupKey(grouping, item, previousKey);
      if (key === null) continue;
      const navigationsOfKey = navigations.get(key);
      if (navigationsOfKey) navigationsOfKey.push(item);
      else navigations.set(key, [item]);
    }
  }
  if (grouping === 'none') initialChanges.getOrCreate('');
  apply(initialChanges.all);

  return {
    list: () => [...groups.values()],
    change(changes) {
      const byGroup = createGroupChanges();
      for (const { before, after } of mergeByRow(changes)) {
        if (before) byGroup.getOrCreate(keyOf(before)).removed.push(before);
        if (after) byGroup.getOrCreate(keyOf(after)).added.push(after);
      }
      apply(byGroup.all);
    },
  };
}

function itemsOf({ items }: Group): ListItem[] {
  return Array.from({ length: items.length }, (_, index) => items.at(index)).filter((item) => item !== undefined);
}

/** Merges the changes of each event: the state before the first, and the state after the last. */
function mergeByRow(changes: readonly VisibleRecordChange[]): Iterable<VisibleRecordChange> {
  const byRow = new Map<number, VisibleRecordChange>();
  for (const { before, after } of changes) {
    const row = (before ?? after)?.row ?? 0;
    const earlier = byRow.get(row);
    byRow.set(row, { before: earlier ? earlier.before : before, after });
  }
  return byRow.values();
}

function createGroupChanges() {
  const all = new Map<string, GroupChange>();
  const getOrCreate = (key: string): GroupChange => {
    const change = all.get(key) ?? { removed: [], added: [] };
    all.set(key, change);
    return change;
  };
  return { all, getOrCreate };
}

function updateCounts(group: Group, items: readonly ListItem[], by: 1 | -1): void {
  for (const item of items) {
    if (isNavigation(item)) continue;
    group.eventCount += by;
    if (item.verdict === 'invalid') group.invalidCount += by;
    if (isLost(item)) group.lostCount += by;
  }
}

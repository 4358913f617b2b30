import { isLost } from '#core/journey/journey-state';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Grouping } from '../columns/list-settings';
import { isMark, type ListItem } from '../rows-with-navigations';
import type { VisibleRecordChange } from '../visible-rows';
import { groupOf, groupOfMark } from './group-key';
import { createOrderedItems, type OrderedItems } from './ordered-items';
import type { Order } from './sort-order';

/** One group of events, in the order of the list. */
export interface Group {
  readonly key: string;
  readonly items: OrderedItems;
  events: number;
  invalid: number;
  lost: number;
}

/** All groups, in the order in which they were first seen. */
export interface Groups {
  list(): readonly Group[];
  change(changes: readonly VisibleRecordChange[]): void;
}

interface GroupChange {
  readonly gone: JudgedRecord[];
  readonly come: ListItem[];
}

/** Without a grouping everything is one group. */
export function createGroups(grouping: Grouping, order: Order, items: Iterable<ListItem>): Groups {
  const groups = new Map<string, Group>();
  /** Page loads of which no event has come yet. */
  const marks = new Map<string, ListItem[]>();
  const keyOf = (record: JudgedRecord) => (grouping === 'none' ? '' : groupOf(grouping, record));

  const apply = (changes: ReadonlyMap<string, GroupChange>) => {
    for (const [key, { gone, come }] of changes) {
      const known = groups.get(key);
      const all = [...(marks.get(key) ?? []), ...come];
      marks.delete(key);
      const group = known ?? { key, items: createOrderedItems(order, all), events: 0, invalid: 0, lost: 0 };
      if (known) known.items.change(gone, all);
      else groups.set(key, group);
      count(group, gone, -1);
      count(group, come, 1);
      if (group.events === 0 && grouping !== 'none') groups.delete(key);
    }
  };

  const start = createGroupChanges();
  let before: string | null = null;
  for (const item of items) {
    if (!isMark(item)) {
      before = keyOf(item);
      start.of(before).come.push(item);
    } else if (order.hasMarks) {
      const key = grouping === 'none' ? '' : groupOfMark(grouping, item, before);
      if (key === null) continue;
      const known = marks.get(key);
      if (known) known.push(item);
      else marks.set(key, [item]);
    }
  }
  if (grouping === 'none') start.of('');
  apply(start.all);

  return {
    list: () => [...groups.values()],
    change(changes) {
      const byGroup = createGroupChanges();
      for (const { before: was, after: is } of lastOfEach(changes)) {
        if (was) byGroup.of(keyOf(was)).gone.push(was);
        if (is) byGroup.of(keyOf(is)).come.push(is);
      }
      apply(byGroup.all);
    },
  };
}

/** An event that changed several times was, at first, what it was before all of them. */
function lastOfEach(changes: readonly VisibleRecordChange[]): Iterable<VisibleRecordChange> {
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
  const of = (key: string): GroupChange => {
    const known = all.get(key) ?? { gone: [], come: [] };
    all.set(key, known);
    return known;
  };
  return { all, of };
}

function count(group: Group, items: readonly ListItem[], by: 1 | -1): void {
  for (const item of items) {
    if (isMark(item)) continue;
    group.events += by;
    if (item.verdict === 'invalid') group.invalid += by;
    if (isLost(item)) group.lost += by;
  }
}

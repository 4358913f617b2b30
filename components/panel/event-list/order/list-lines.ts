import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { isLost } from '#core/journey/journey-state';
import type { JudgedRecord } from '#core/stream/judged-record';
import { appendItems } from '#core/util/append-items';
import { findLastIndexAtMost } from '#core/util/binary-search';
import type { FixedColumn } from '../columns/columns';
import { fixedColumns } from '../columns/fixed-columns';
import type { Grouping, ListSettings } from '../columns/list-settings';
import { isNavigation, type ListItem } from '../rows-with-navigations';
import type { VisibleChange, VisibleItems, VisibleRecordChange } from '../visible-rows';
import { groupLabel, groupOf, groupOfNavigation } from './group-key';
import { arrivalOrder, createOrderedItems, type Order, type OrderedItems, sortedOrder } from './ordered-items';

/** The header of a group of events. */
export interface GroupLine {
  readonly group: string;
  readonly label: string;
  readonly events: number;
  readonly invalid: number;
  readonly lost: number;
  readonly open: boolean;
}

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
  toggleGroup(group: string, open: boolean): void;
  stop(): void;
}

/** If more changes are pending, they are dropped and everything is sorted again. */
const MAX_PENDING_CHANGES = 20_000;

interface ListLinesDeps {
  readonly visible: VisibleItems;
  readonly settings: ReadonlySignal<Pick<ListSettings, 'sort' | 'groupBy'>>;
  readonly sizeOf: (record: JudgedRecord) => number;
  /** The list's own columns by default. */
  readonly columns?: readonly FixedColumn[];
}

/**
 * Creates the lines of the list: sorted and grouped items.
 * Without a sort order and groups, the lines are the visible items themselves and cost nothing. Otherwise changes are
 * batched until the lines are read, once a frame, and then inserted.
 */
export function createLines({ visible, settings, sizeOf, columns = fixedColumns }: ListLinesDeps): Lines {
  const sort = computed(() => settings.value.sort);
  const groupBy = computed(() => settings.value.groupBy);
  const isPlain = computed(() => sort.value === null && groupBy.value === 'none');
  const version = signal(0);
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
  const handleChange = (change: VisibleChange) => {
    if (change.type === 'all' || pending.length + change.changes.length > MAX_PENDING_CHANGES) return forget();
    if (groups) appendItems(pending, change.changes);
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

  const at = (index: number): Line | undefined => {
    const all = current();
    const begins = startsOf(all);
    const which = findLastIndexAtMost(begins, index, Number);
    const group = all[which];
    if (!group) return undefined;
    const inside = index - (begins[which] ?? 0) - headerCount();
    return inside < 0 ? groupLine(group, groupBy.peek(), !collapsed.has(group.key)) : group.items.at(inside);
  };
  const indexOf = (item: ListItem): number => {
    const all = current();
    for (const [which, group] of all.entries()) {
      const inside = collapsed.has(group.key) ? -1 : group.items.indexOf(item);
      if (inside >= 0) return (startsOf(all)[which] ?? 0) + headerCount() + inside;
    }
    return -1;
  };

  const unsubscribe = visible.subscribe(handleChange);
  const arrangement = computed(() => ({ sort: sort.value, groupBy: groupBy.value }));
  const stopEffect = arrangement.subscribe(() => {
    forget();
    version.value = version.peek() + 1;
  });
  const currentAt = (index: number) => (isPlain.peek() ? visible.at(index) : at(index));
  const lookup = computed(() => ({ version: version.value + visible.version.value, at: currentAt }));
  const countLines = () => startsOf(current()).at(-1) ?? 0;
  const arranged = computed(() => ({ version: lookup.value.version, length: countLines() }));
  return {
    version: computed(() => lookup.value.version),
    current: lookup,
    length: computed(() => (isPlain.value ? visible.length.value : arranged.value.length)),
    isInArrivalOrder: isPlain,
    groupBy,
    at: currentAt,
    indexOfRow(row) {
      const index = visible.indexOfRow(row);
      const item = visible.at(index);
      return isPlain.peek() || !item ? index : indexOf(item);
    },
    indexOfGroup(key) {
      if (groupBy.peek() === 'none') return -1;
      const all = current();
      return startsOf(all)[all.findIndex((group) => group.key === key)] ?? -1;
    },
    toggleGroup(group, open) {
      if (open) collapsed.delete(group);
      else collapsed.add(group);
      starts = null;
      version.value = version.peek() + 1;
    },
    stop() {
      unsubscribe();
      stopEffect();
    },
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

/** A group of events, in the order of the list. */
interface Group {
  readonly key: string;
  readonly items: OrderedItems;
  events: number;
  invalid: number;
  lost: number;
}

/** All groups, in the order in which they were first seen. */
interface Groups {
  list(): readonly Group[];
  change(changes: readonly VisibleRecordChange[]): void;
}

interface GroupChange {
  readonly removed: JudgedRecord[];
  readonly added: ListItem[];
}

/** Creates the groups of items. Without a grouping, all items are one group. */
function createGroups(grouping: Grouping, order: Order, items: Iterable<ListItem>): Groups {
  const groups = new Map<string, Group>();
  /** Page loads without events so far. */
  const navigations = new Map<string, ListItem[]>();
  const keyOf = (record: JudgedRecord) => (grouping === 'none' ? '' : groupOf(grouping, record));

  const apply = (changes: ReadonlyMap<string, GroupChange>) => {
    for (const [key, { removed, added }] of changes) {
      const known = groups.get(key);
      const all = [...(navigations.get(key) ?? []), ...added];
      navigations.delete(key);
      const group = known ?? { key, items: createOrderedItems(order, all), events: 0, invalid: 0, lost: 0 };
      if (known) known.items.change(removed, all);
      else groups.set(key, group);
      count(group, removed, -1);
      count(group, added, 1);
      if (group.events === 0 && grouping !== 'none') groups.delete(key);
    }
  };

  const start = createGroupChanges();
  let before: string | null = null;
  for (const item of items) {
    if (!isNavigation(item)) {
      before = keyOf(item);
      start.of(before).added.push(item);
    } else if (order.hasNavigations) {
      const key = grouping === 'none' ? '' : groupOfNavigation(grouping, item, before);
      if (key === null) continue;
      const known = navigations.get(key);
      if (known) known.push(item);
      else navigations.set(key, [item]);
    }
  }
  if (grouping === 'none') start.of('');
  apply(start.all);

  return {
    list: () => [...groups.values()],
    change(changes) {
      const byGroup = createGroupChanges();
      for (const { before: was, after: is } of mergeByRow(changes)) {
        if (was) byGroup.of(keyOf(was)).removed.push(was);
        if (is) byGroup.of(keyOf(is)).added.push(is);
      }
      apply(byGroup.all);
    },
  };
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
  const of = (key: string): GroupChange => {
    const known = all.get(key) ?? { removed: [], added: [] };
    all.set(key, known);
    return known;
  };
  return { all, of };
}

function count(group: Group, items: readonly ListItem[], by: 1 | -1): void {
  for (const item of items) {
    if (isNavigation(item)) continue;
    group.events += by;
    if (item.verdict === 'invalid') group.invalid += by;
    if (isLost(item)) group.lost += by;
  }
}

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { DetailTab } from '#components/panel/app/detail-tabs.ts';
import { type JourneyState, journeyState } from '#core/journey/journey-state';
import type { JsonPath } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createFullRecordCache, createFullRecords } from './full-records';
import type { Records } from './record-store';
import { isNavigation } from './rows-with-navigations';
import type { ItemLookup, VisibleItems } from './visible-rows';

/** A path of the open event to scroll to. A new object each time, so that the same path can be shown again. */
export interface ShownPath {
  readonly path: JsonPath;
}

/** Returns the most important tab of an event: its findings if it is invalid, its journey if it failed. */
function findImportantTab(record: JudgedRecord | null): DetailTab {
  if (!record) return 'event';
  if (record.verdict === 'invalid') return 'findings';
  return failedStates.has(journeyState(record)) ? 'journey' : 'event';
}

const failedStates: ReadonlySet<JourneyState> = new Set(['threw', 'dropped', 'lost', 'rejected', 'failed']);

/** The event that is open in the details, the shown part of it, and the selected events. */
export interface Selection {
  /** The current state of the open event, or null if no event is open, or the event was cleared. */
  readonly record: ReadonlySignal<JudgedRecord | null>;
  readonly row: ReadonlySignal<number | null>;
  /** The selected tab; until the user selects one, the most important tab for the opened event. */
  readonly tab: ReadonlySignal<DetailTab>;
  readonly shownPath: ReadonlySignal<ShownPath | null>;
  /** The selected rows; some may be hidden by the filter or cleared by now. */
  readonly rows: ReadonlySignal<ReadonlySet<number>>;
  /** Current states of the selected events that the filter shows, in the order of their rows. */
  readonly selected: ReadonlySignal<readonly JudgedRecord[]>;
  /** The row that was selected alone before the current selection. A single event is compared with that row. */
  readonly previous: ReadonlySignal<number | null>;
  /** Start of a range selection: the last row that was selected without Shift. */
  readonly anchor: ReadonlySignal<number | null>;
  /** Opens an event and selects it alone. */
  open(row: number): void;
  close(): void;
  /** Selects exactly these rows. An open detail pane shows the lead, the row selected last. */
  select(rows: Iterable<number>, lead: number, anchor?: number): void;
  /** Adds a row to the selection, or removes it. */
  toggle(row: number): void;
  /** Selects only the open event. */
  narrow(): void;
  selectTab(tab: DetailTab): void;
  /** Scrolls the tree of the open event to a path of the tree, until another event or tab is opened. */
  show(path: JsonPath): void;
}

const noRows: ReadonlySet<number> = new Set();

export function createSelection(records: Records, visible: VisibleItems, fullRecords = createFullRecords()): Selection {
  const fullRecordCache = createFullRecordCache(fullRecords);
  const row = signal<number | null>(null);
  const selectedTab = signal<DetailTab | null>(null);
  const defaultTab = signal<DetailTab>('event');
  const shownPath = signal<ShownPath | null>(null);
  const rows = signal<ReadonlySet<number>>(noRows);
  const anchor = signal<number | null>(null);
  const previous = signal<number | null>(null);

  const showRow = (next: number | null) => {
    if (next === row.value) return;
    shownPath.value = null;
    row.value = next;
    if (next !== null) defaultTab.value = findImportantTab(records.byRow(next));
  };
  const select: Selection['select'] = (selectedRows, lead, anchorRow = lead) =>
    batch(() => {
      const before = singleRow(rows.value);
      rows.value = new Set(selectedRows);
      if (before !== null && !rows.value.has(before)) previous.value = before;
      anchor.value = anchorRow;
      if (row.value !== null && rows.value.has(lead)) showRow(lead);
    });

  return {
    row,
    tab: computed(() => (shownPath.value ? 'event' : (selectedTab.value ?? defaultTab.value))),
    shownPath,
    rows,
    previous,
    anchor,
    record: computed(() => {
      const current = row.value === null ? null : records.current.value.byRow(row.value);
      return current && fullRecordCache.get(current);
    }),
    selected: computed(() => findVisible(rows.value, visible.current.value)),
    select,
    open: (next) =>
      batch(() => {
        showRow(next);
        select([next], next);
      }),
    close: () =>
      batch(() => {
        showRow(null);
        rows.value = noRows;
      }),
    toggle(toggledRow) {
      const next = new Set(rows.value);
      if (!next.delete(toggledRow)) next.add(toggledRow);
      select(next, toggledRow);
    },
    narrow() {
      rows.value = row.value === null ? noRows : new Set([row.value]);
    },
    selectTab(next) {
      selectedTab.value = next;
      shownPath.value = null;
    },
    show(path) {
      shownPath.value = { path };
    },
  };
}

function singleRow(rows: ReadonlySet<number>): number | null {
  const [row = null] = rows;
  return rows.size === 1 ? row : null;
}

/** From this number of rows on, one scan of the lines is cheaper than a lookup of each row. */
const MIN_ROWS_FOR_SCAN = 2000;

/** Returns the visible events of the given rows, in the order of their rows. */
function findVisible(rows: ReadonlySet<number>, visible: ItemLookup): readonly JudgedRecord[] {
  const lines = rows.size > MIN_ROWS_FOR_SCAN ? everyLine(visible) : linesOfRows(rows, visible);
  const records: JudgedRecord[] = [];
  for (const line of lines) {
    const item = visible.at(line);
    if (item && !isNavigation(item) && rows.has(item.row)) records.push(item);
  }
  return records;
}

function* everyLine({ length }: ItemLookup): Iterable<number> {
  for (let line = 0; line < length; line += 1) yield line;
}

function linesOfRows(rows: ReadonlySet<number>, visible: ItemLookup): readonly number[] {
  return [...rows].sort((one, other) => one - other).map((row) => visible.indexOfRow(row));
}

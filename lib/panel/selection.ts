import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { TelemetryRecord } from '../journey/record';
import type { JsonPath } from '../json';
import type { Records } from './records';

export const detailTabs = ['findings', 'event', 'journey', 'changes'] as const;
export type DetailTab = (typeof detailTabs)[number];

/** A place of the event that is to be shown: asked for again, it is shown again, hence a new object each time. */
export interface ShownPlace {
  readonly path: JsonPath;
}

/** Which event is open in the detail pane, and what of it is looked at. */
export interface Selection {
  /** The open event as it is now; null where none is open, or it was cleared. */
  readonly record: ReadonlySignal<TelemetryRecord | null>;
  readonly row: ReadonlySignal<number | null>;
  readonly tab: ReadonlySignal<DetailTab>;
  readonly place: ReadonlySignal<ShownPlace | null>;
  open(row: number): void;
  close(): void;
  chooseTab(tab: DetailTab): void;
  /** Shows a place of the open event in its tree; the path is the tree's. */
  show(path: JsonPath): void;
}

export function createSelection(records: Records): Selection {
  const row = signal<number | null>(null);
  const tab = signal<DetailTab>('findings');
  const place = signal<ShownPlace | null>(null);
  return {
    row,
    tab,
    place,
    record: computed(() => (row.value === null ? null : records.byRow(row.value))),
    open(next) {
      if (next !== row.value) place.value = null;
      row.value = next;
    },
    close() {
      row.value = null;
      place.value = null;
    },
    chooseTab(next) {
      tab.value = next;
      place.value = null;
    },
    show(path) {
      tab.value = 'event';
      place.value = { path };
    },
  };
}

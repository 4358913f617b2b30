import { defineStore } from '#components/panel/app/stores.ts';
import type { TelemetryRecord } from '#core/journey/record';

/** One thing to do with the selected events. */
export interface RowMenuItem {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly onChoose: () => void;
}

/**
 * Items about some events, at least one; none where it has nothing to offer.
 * They stand together in the menu.
 */
export type RowMenuPart = (records: readonly TelemetryRecord[]) => readonly RowMenuItem[];

/** After the items that copy, or after all items of the list itself. */
type RowMenuPlace = 'after-copy' | 'last';

/** The context menu of the list. Features add what they can do with events. */
export interface RowMenu {
  /** Returns the undo. */
  add(part: RowMenuPart, place?: RowMenuPlace): () => void;
  partsFor(records: readonly TelemetryRecord[], place: RowMenuPlace): readonly (readonly RowMenuItem[])[];
}

function createRowMenu(): RowMenu {
  const entries = new Set<{ readonly part: RowMenuPart; readonly place: RowMenuPlace }>();
  return {
    add(part, place = 'last') {
      const entry = { part, place };
      entries.add(entry);
      return () => entries.delete(entry);
    },
    partsFor: (records, place) =>
      [...entries].filter((entry) => entry.place === place).map(({ part }) => part(records)),
  };
}

export const rowMenuStore = defineStore(createRowMenu);

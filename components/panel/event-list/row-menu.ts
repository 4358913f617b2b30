import { createLazyPart, type LazyPart } from '#components/kit/lazy.tsx';
import { defineStore } from '#components/panel/app/stores.ts';
import type { JudgedRecord } from '#core/stream/judged-record';

/** An action on the selected events. */
export interface RowMenuItem {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly onSelect: () => void;
}

/**
 * Returns menu items for one or more events; none if the feature has nothing to offer.
 * The items are a group of the menu.
 */
export type RowMenuPart = (records: readonly JudgedRecord[]) => readonly RowMenuItem[];

/** Position of a group: after the items that copy, or after all items of the list itself. */
type RowMenuPosition = 'after-copy' | 'last';

/** The context menu of the list. Features add their actions on events. */
export interface RowMenu {
  add(part: RowMenuPart, position?: RowMenuPosition): void;
  /** Registers parts that are loaded before the menu is first opened. `load` imports and adds them. */
  addLater(load: () => Promise<void>): void;
  /** The parts of `addLater`. The menu opens once they are loaded. */
  readonly laterParts: LazyPart<object>;
  partsFor(records: readonly JudgedRecord[], position: RowMenuPosition): readonly (readonly RowMenuItem[])[];
}

function createRowMenu(): RowMenu {
  const entries: { readonly part: RowMenuPart; readonly position: RowMenuPosition }[] = [];
  const loads: (() => Promise<void>)[] = [];
  return {
    addLater: (load) => void loads.push(load),
    laterParts: createLazyPart(() => Promise.all(loads.map((load) => load()))),
    add: (part, position = 'last') => void entries.push({ part, position }),
    partsFor: (records, position) =>
      entries.filter((entry) => entry.position === position).map(({ part }) => part(records)),
  };
}

export const rowMenuStore = defineStore(createRowMenu);

import { createLazyPart, type LazyPart } from '#components/kit/lazy.tsx';
import { defineStore } from '#components/panel/app/stores.ts';
import type { JudgedRecord } from '#core/stream/judged-record';

/** An action on the selected events. */
export interface RowMenuItem {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly onChoose: () => void;
}

/**
 * Returns menu items for some events, at least one; none if the feature has nothing to offer.
 * They form a group of the menu.
 */
export type RowMenuPart = (records: readonly JudgedRecord[]) => readonly RowMenuItem[];

/** After the items that copy, or after all items of the list itself. */
type RowMenuPlace = 'after-copy' | 'last';

/** The context menu of the list. Features add their actions on events. */
export interface RowMenu {
  add(part: RowMenuPart, place?: RowMenuPlace): void;
  /** How the parts are added that are loaded before the menu is first opened; `load` imports and adds them. */
  addLater(load: () => Promise<void>): void;
  /** Set once all parts are there. The menu waits for it. */
  readonly complete: LazyPart<object>;
  partsFor(records: readonly JudgedRecord[], place: RowMenuPlace): readonly (readonly RowMenuItem[])[];
}

function createRowMenu(): RowMenu {
  const entries: { readonly part: RowMenuPart; readonly place: RowMenuPlace }[] = [];
  const loads: (() => Promise<void>)[] = [];
  return {
    addLater: (load) => void loads.push(load),
    complete: createLazyPart(() => Promise.all(loads.map((load) => load()))),
    add: (part, place = 'last') => void entries.push({ part, place }),
    partsFor: (records, place) => entries.filter((entry) => entry.place === place).map(({ part }) => part(records)),
  };
}

export const rowMenuStore = defineStore(createRowMenu);

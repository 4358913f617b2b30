import type { TelemetryRecord } from '#core/journey/record';

/** One thing to do with the selected events. */
export interface RowMenuItem {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly onChoose: () => void;
}

/** Items about some events, at least one; none where it has nothing to offer. They stand together in the menu. */
export type RowMenuPart = (records: readonly TelemetryRecord[]) => readonly RowMenuItem[];

/** The context menu of the list. Other parts of the panel add what they can do with events. */
export interface RowMenu {
  /** Adds a part at the end; returns how to take it away again. */
  add(part: RowMenuPart): () => void;
  partsFor(records: readonly TelemetryRecord[]): readonly (readonly RowMenuItem[])[];
}

export function createRowMenu(): RowMenu {
  const parts = new Set<RowMenuPart>();
  return {
    add(part) {
      parts.add(part);
      return () => parts.delete(part);
    },
    partsFor: (records) => [...parts].map((part) => part(records)),
  };
}

import type { NavigationMark, TelemetryRecord } from './record';

/** One record that is new, or that took the place of an older state of the same event. */
export interface RecordChange<Row extends TelemetryRecord = TelemetryRecord> {
  readonly record: Row;
  readonly before: Row | null;
}

/** A change of a list of records. */
export type ListChange<Row extends TelemetryRecord = TelemetryRecord> =
  | { readonly type: 'records'; readonly changes: readonly RecordChange<Row>[] }
  /** Marks were added, or say otherwise how much was lost. */
  | { readonly type: 'marks' }
  /** Everything may be different: cleared, or a clearing undone. */
  | { readonly type: 'all' }
  /**
   * All rows up to this one were cleared; that can be undone until they are forgotten.
   * Comes after 'all'.
   */
  | { readonly type: 'cleared'; readonly throughRow: number }
  /** A clearing was undone. Comes after 'all'. */
  | { readonly type: 'restored' }
  /** Cleared rows were dropped for good: all rows up to this one. */
  | { readonly type: 'forgotten'; readonly throughRow: number };

/** Finds records of a list. */
export interface RecordLookup<Row extends TelemetryRecord = TelemetryRecord> {
  byRow(row: number): Row | null;
  /** Row of the fired event; null until it is observed. */
  rowOfRequest(requestId: string): number | null;
}

/** A list of recorded events, in the order of their rows, that notifies of its changes. */
export interface RecordList<Row extends TelemetryRecord = TelemetryRecord> extends RecordLookup<Row> {
  all(): readonly Row[];
  marks(): readonly NavigationMark[];
  /** Tells of every change as it happens, before the version goes up. */
  listen(listener: (change: ListChange<Row>) => void): () => void;
}

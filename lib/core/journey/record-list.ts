import type { Navigation, TelemetryRecord } from './record';

/** A new record, or a new state of a record. */
export interface RecordChange<Row extends TelemetryRecord = TelemetryRecord> {
  readonly record: Row;
  readonly before: Row | null;
}

/** A change of a list of records. */
export type ListChange<Row extends TelemetryRecord = TelemetryRecord> =
  | { readonly type: 'records'; readonly changes: readonly RecordChange<Row>[] }
  /** Navigations were added, or their counts of lost events have changed. */
  | { readonly type: 'navigations' }
  /** The whole list may have changed: it was cleared, or a clearing was undone. */
  | { readonly type: 'all' }
  /**
   * All rows up to this one were cleared.
   * Undoable until the rows are deleted. Emitted after `all`.
   */
  | { readonly type: 'cleared'; readonly throughRow: number }
  /** A clearing was undone. Emitted after `all`. */
  | { readonly type: 'restored' }
  /** Cleared rows, up to this one, can't be restored any more. */
  | { readonly type: 'forgotten'; readonly throughRow: number };

/** Finds records of a list. */
export interface RecordLookup<Row extends TelemetryRecord = TelemetryRecord> {
  byRow(row: number): Row | null;
  /** Returns the row of a fired event, or `null` until the event is observed. */
  rowOfRequest(requestId: string): number | null;
}

/** A list of recorded events, in the order of their rows, that notifies of its changes. */
export interface RecordList<Row extends TelemetryRecord = TelemetryRecord> extends RecordLookup<Row> {
  all(): readonly Row[];
  navigations(): readonly Navigation[];
  /** Notifies of every change, before the version increases. Returns an unsubscribe function. */
  subscribe(listener: (change: ListChange<Row>) => void): () => void;
}

import type { TelemetryRecord } from '#core/journey/record';

/** How a source is doing. */
export interface SourceState {
  readonly isConnected: boolean;
  /** How many changes have not been handed over. */
  readonly behind: number;
}

/** Receives what a source has. */
export interface RecordSink {
  /** New records, and changed ones in the place of those with their rows. */
  records(changed: readonly TelemetryRecord[]): void;
  /** Removes the records up to this row. */
  remove(throughRow: number): void;
  state(state: SourceState): void;
  /** Settles when there is time for more. */
  idle(): Promise<void>;
}

/** A source of whole records, which another program has made of what it observed: a collector, or files. */
export interface RecordSource {
  /** Hands over all records, and then each change. Settles when the first ones are handed over. */
  start(sink: RecordSink): Promise<void>;
  /** Removes the records up to a row for all that show them. Returns whether it was done. */
  clear(throughRow: number): Promise<boolean>;
}

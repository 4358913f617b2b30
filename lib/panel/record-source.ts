import type { TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import type { PendingFiresDeps } from './firing/pending-fires';

/** The connection of a source. */
export interface SourceState {
  readonly isConnected: boolean;
  /** Number of changes that the source has not passed on yet. */
  readonly behind: number;
}

/** Receives the records and the state of a source. */
export interface RecordSink {
  /** Adds new records. A changed record replaces the one with its row. */
  records(changed: readonly TelemetryRecord[]): void;
  /** Removes the records up to this row. */
  remove(throughRow: number): void;
  state(state: SourceState): void;
  /** Reports the documents that events can be fired in, whenever they change. */
  frames(frames: readonly WatchedFrame[]): void;
  /** Reports that an event was not fired, because its document has no such SDK. May be called several times. */
  notFired(requestId: string): void;
  /** Settles when the panel can process more. */
  idle(): Promise<void>;
}

/** A source of records that another program has correlated: a collector, or files. */
export interface RecordSource {
  /** Passes all records to the sink, and then each change. Settles when the first records are passed. */
  start(sink: RecordSink): Promise<void>;
  /** Rereads a record whose long values were released. Returns `null` if the source no longer has the record. */
  read(row: number): Promise<TelemetryRecord | null>;
  /** Removes the records up to a row in all panels. Returns whether the source did. */
  clear(throughRow: number): Promise<boolean>;
  /** Sends a command to a document's hook. Resolves with false if the document no longer exists. */
  readonly sendCommand: PendingFiresDeps['sendCommand'];
}

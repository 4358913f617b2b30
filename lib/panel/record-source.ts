import type { TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import type { PendingFiresDeps } from './firing/pending-fires';

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
  /** The documents that events can be fired in, whenever they change. */
  frames(frames: readonly WatchedFrame[]): void;
  /** An order was for an SDK that its document does not have. It may be reported several times. */
  notFired(requestId: string): void;
  /** Settles when there is time for more. */
  idle(): Promise<void>;
}

/** A source of whole records, which another program has made of what it observed: a collector, or files. */
export interface RecordSource {
  /** Hands over all records, and then each change. Settles when the first ones are handed over. */
  start(sink: RecordSink): Promise<void>;
  /** Reads a record again whose long values were released; `null` if the source has it no more. */
  read(row: number): Promise<TelemetryRecord | null>;
  /** Removes the records up to a row for all that show them. Returns whether it was done. */
  clear(throughRow: number): Promise<boolean>;
  /** Passes an order to the hook of a document. Resolves with whether the document is there. */
  readonly order: PendingFiresDeps['order'];
}

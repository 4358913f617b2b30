import type { EpochMilliseconds } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { RecordCheck } from '#node/config/record-check';

/** The telemetry of the browser contexts that a test watches, as the matchers read it. */
export interface TelemetrySource {
  /** How long nothing may happen until telemetry is quiet, in milliseconds: option `quiet` of the test. */
  readonly quietMs: number;
  /** The checks of the project's configuration. Without it, those of the panel. */
  readonly check?: RecordCheck;
  /** The records since the last clear, validated, in the order of their first observation. */
  records(): readonly JudgedRecord[];
  /**
   * Calls the listener after each change of the records or of `isSettled`.
   * Returns an unsubscribe function.
   */
  onChange(listener: () => void): () => void;
  /** Whether no call and no request is open. */
  isSettled(): boolean;
  /** When the records or `isSettled` last changed, by the clock of `now`. */
  lastChange(): EpochMilliseconds;
  now(): EpochMilliseconds;
  /** All records of the test, cleared ones too. Without it, there are only those since the last clear. */
  allRecords?(): readonly JudgedRecord[];
  /** Why no event was seen, each reason a sentence. Empty if none is known. */
  explainEmpty?(): readonly string[];
  /** The text of a capture file of all records, which the panel opens; secrets are redacted. */
  captureText(): string;
}

import type { EpochMilliseconds } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { RecordCheck } from '#node/config/record-check';

/** The telemetry of a test's browser contexts, as the matchers read it. */
export interface TelemetrySource {
  /** Time without changes after which telemetry is quiet, in milliseconds. The test option `quiet`. */
  readonly quietMs: number;
  /** The checks of the project's configuration. The default is the checks of the panel. */
  readonly check?: RecordCheck;
  /** Returns the validated records since the last clear, in the order of their first observation. */
  records(): readonly JudgedRecord[];
  /**
   * Calls the listener after each change of the records or of `isSettled`.
   * Returns an unsubscribe function.
   */
  onChange(listener: () => void): () => void;
  /** Whether no call and no request is open. */
  isSettled(): boolean;
  /** Returns when the records or `isSettled` last changed, by the clock of `now`. */
  lastChange(): EpochMilliseconds;
  now(): EpochMilliseconds;
  /** Returns all records of the test, including cleared ones. Without this function, `records` is used. */
  allRecords?(): readonly JudgedRecord[];
  /** Returns sentences about possible reasons for having no event. Empty if none is known. */
  explainEmpty?(): readonly string[];
  /** Returns the text of a capture file of all records, which the panel can open. Secrets are redacted. */
  captureText(): string;
}

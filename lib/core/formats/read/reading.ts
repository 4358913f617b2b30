import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';

/** Receives what is read. */
export interface ReadingSink {
  /** New records, and changed ones with the row of the one whose place they take. */
  records(changed: readonly TelemetryRecord[]): void;
  /** All page loads that the file names, together. */
  marks(marks: readonly NavigationMark[]): void;
  frames(frames: readonly WatchedFrame[]): void;
}

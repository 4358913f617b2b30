import type { Navigation, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';

/** Receives the parts of a file as they are read. */
export interface ReadingSink {
  /** Receives new and changed records. A changed record replaces the record with the same row. */
  records(changed: readonly TelemetryRecord[]): void;
  /** Receives all page loads of the file, in one call. */
  navigations(navigations: readonly Navigation[]): void;
  frames(frames: readonly WatchedFrame[]): void;
}

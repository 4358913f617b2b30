import type { CaptureDeps } from '../../capture/capture';
import type { NavigationMark, TelemetryRecord } from '../../journey/record';
import type { WatchedFrame } from '../../messaging/frames';

/** Where what is read goes. */
export interface ReadingSink {
  /** New records, and changed ones with the row of the one whose place they take. */
  records(changed: readonly TelemetryRecord[]): void;
  mark(mark: NavigationMark): void;
  frames(frames: readonly WatchedFrame[]): void;
}

/** What is asked of the definitions about what was not checked before. */
export type ReadingRules = CaptureDeps['rules'];

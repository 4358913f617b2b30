import type { CorrelatorRules } from '#core/journey/event-correlator';
import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import type { EventsOfBody } from '../batch-request';

/** Where what is read goes. */
export interface ReadingSink {
  /** New records, and changed ones with the row of the one whose place they take. */
  records(changed: readonly TelemetryRecord[]): void;
  mark(mark: NavigationMark): void;
  frames(frames: readonly WatchedFrame[]): void;
}

/** What is asked of the definitions about what was not checked before. */
export type ReadingRules = CorrelatorRules & { readonly eventsOfBody: EventsOfBody };

import { findPauses } from '#core/user-sessions/session-outline';
import { DEFAULT_SESSION_SETTINGS } from '#core/user-sessions/session-settings';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import type { EventMark } from './listed-sessions';

/** A place on the time line, in shares from 0 to 1. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Places of a track that differ by less are one: about a pixel of a wide panel. */
const TRACK_PLACES = 800;

/** What a track shows: places of events, each once, and idle time. */
export interface Track {
  readonly places: readonly number[];
  readonly idle: readonly Stretch[];
}

/** Places the events of a session in the time of the outermost one. */
export function trackOf(marks: readonly EventMark[], { start, end }: Pick<SessionSummary, 'start' | 'end'>): Track {
  const span = Math.max(1, end - start);
  const places = new Set<number>();
  for (const { ets } of marks) places.add(Math.round(((ets - start) / span) * TRACK_PLACES) / TRACK_PLACES);
  const idle = findPauses(marks, DEFAULT_SESSION_SETTINGS).map(
    ({ from, to }): Stretch => ({ start: (from - start) / span, end: (to - start) / span }),
  );
  return { places: [...places], idle };
}

/** Returns the event nearest to a time, or `null` if there is none. */
export function nearestMark(marks: readonly EventMark[], time: number): EventMark | null {
  let nearest: EventMark | null = null;
  for (const mark of marks) {
    if (nearest !== null && Math.abs(mark.ets - time) >= Math.abs(nearest.ets - time)) continue;
    nearest = mark;
  }
  return nearest;
}

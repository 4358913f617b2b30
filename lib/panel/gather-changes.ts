import type { NavigationMark, TelemetryRecord } from '../journey/record';

/** Where gathered changes go. */
export interface ChangeSink {
  records(changed: readonly TelemetryRecord[]): void;
  navigated(mark: NavigationMark): void;
}

export interface Gathering extends ChangeSink {
  /** Hands over what is held. */
  flush(): void;
}

/** A frame of the screen, in milliseconds: nobody sees what is drawn more often. */
export const FRAME_MS = 16;

/** When changes may be handed over. */
export interface HandingOver {
  /** How long to rest, in milliseconds, where so many changes are held. */
  restMs(held: number): number;
  /** Calls back once, when it is worth asking again. */
  again(call: () => void): void;
}

/**
 * Hands over changes at most once a frame, and in a flood less often. One call of a page is told in several messages,
 * and a burst in thousands: each alone would make the whole panel draw itself anew. The first change after a rest is
 * handed over at once.
 */
export function gatherChanges(sink: ChangeSink, now: () => number, { restMs, again }: HandingOver): Gathering {
  const held = new Map<number, TelemetryRecord>();
  let flushedAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  const hasRested = () => now() - flushedAt >= restMs(held.size);
  const flush = () => {
    flushedAt = now();
    if (held.size === 0) return;
    const changed = [...held.values()];
    held.clear();
    sink.records(changed);
  };
  const plan = () => {
    isPlanned = true;
    again(() => {
      isPlanned = false;
      if (hasRested()) flush();
      else plan();
    });
  };
  return {
    flush,
    records(changed) {
      for (const record of changed) held.set(record.row, record);
      if (isPlanned) return;
      if (hasRested()) flush();
      else plan();
    },
    navigated(mark) {
      // What came before the page load stands before its mark.
      flush();
      sink.navigated(mark);
    },
  };
}

import type { NavigationMark, TelemetryRecord } from '#core/journey/record';

/** Where gathered changes go. */
export interface ChangeSink {
  /** Takes them in; nobody sees them yet. */
  take(changed: readonly TelemetryRecord[]): void;
  /** Shows what was taken in. */
  show(): void;
  navigated(mark: NavigationMark): void;
}

export interface Gathering {
  records(changed: readonly TelemetryRecord[]): void;
  navigated(mark: NavigationMark): void;
  /** Hands over, and shows, what is held. */
  flush(): void;
}

/** A frame of the screen, in milliseconds: nobody sees what is drawn more often. */
export const FRAME_MS = 16;

/** So many are taken in at a time, each with all that follows from it; then everything else has its turn. */
export const SLICE = 200;

/** When changes may be handed over. */
export interface HandingOver {
  readonly now: () => number;
  /** How long to rest, in milliseconds, where so many changes are held. */
  restMs(held: number): number;
  /** Calls back once, when it is worth asking again. */
  again(call: () => void): void;
  /** Calls back once, when everything else had its turn. */
  turn(call: () => void): void;
}

/**
 * Hands over changes at most once a frame, and in a flood less often. One call of a page is told in several messages,
 * and a burst in thousands: each alone would make the whole panel draw itself anew. The first change after a rest is
 * handed over at once. What a flood brings is taken in some at a time, and shown in a turn of its own.
 */
export function gatherChanges(sink: ChangeSink, { now, restMs, again, turn }: HandingOver): Gathering {
  const held = new Map<number, TelemetryRecord>();
  let flushedAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  /** What is being handed over. */
  let handed: readonly TelemetryRecord[] = [];
  let taken = 0;
  const isHandingOver = () => handed.length > 0;

  const begin = () => {
    flushedAt = now();
    handed = [...held.values()];
    taken = 0;
    held.clear();
  };
  const takeIn = (most: number) => {
    const some = handed.slice(taken, taken + most);
    taken += some.length;
    if (some.length > 0) sink.take(some);
  };
  const show = () => {
    handed = [];
    sink.show();
  };
  const finish = () => {
    if (!isHandingOver()) return;
    takeIn(handed.length);
    show();
  };
  const flush = () => {
    finish();
    begin();
    finish();
  };
  const goOn = (handing: readonly TelemetryRecord[]) =>
    turn(() => {
      // It may have been finished at once meanwhile.
      if (handed !== handing) return;
      if (taken < handed.length) {
        // Planned first: what one of them makes fail must not keep the others back.
        goOn(handing);
        takeIn(SLICE);
        return;
      }
      show();
      if (held.size > 0) plan();
    });
  const handOver = () => {
    if (held.size <= SLICE) return flush();
    begin();
    goOn(handed);
  };
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    again(() => {
      isPlanned = false;
      if (isHandingOver()) return;
      if (hasRested()) handOver();
      else plan();
    });
  };
  const hasRested = () => now() - flushedAt >= restMs(held.size);

  return {
    flush,
    records(changed) {
      for (const record of changed) held.set(record.row, record);
      if (isPlanned || isHandingOver()) return;
      if (hasRested()) handOver();
      else plan();
    },
    navigated(mark) {
      // What came before the page load stands before its mark.
      flush();
      sink.navigated(mark);
    },
  };
}

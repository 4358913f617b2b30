import type { After } from '#core/util/timer';
import { FRAME_MS } from './update-batcher';

/** How often the list may be drawn anew, so that drawing leaves most of the time to everything else. */
export interface DrawingPace {
  /** To be called when something is about to be drawn. */
  drawing(): void;
  /** How long it is to rest from then, in milliseconds, where so many events wait to be drawn. */
  restMs(waiting: number): number;
  /** Calls back once, when it is worth asking again: who asked last. */
  again(call: () => void): void;
}

interface DrawingPaceDeps {
  readonly now: () => number;
  readonly after: After;
  /** Calls back when the next frame is on the screen. */
  readonly painted: (call: () => void) => void;
  /** Whether more waits to be read. */
  readonly isFlood: () => boolean;
}

/** More events than that at once are a flood: nobody reads them one by one. */
const FEW = 40;
/** While many come in: drawing takes its time from reading. */
const MANY_MS = 400;
/** While more waits to be read than can be read at once: so many times what the last drawing took, as long as this. */
const REST_PER_DRAWING = 8;
const LONGEST_MS = 1_000;

export function createDrawingPace({ now, after, painted, isFlood }: DrawingPaceDeps): DrawingPace {
  let isOnScreen = true;
  let tookMs = 0;
  let asking: (() => void) | null = null;
  return {
    drawing() {
      isOnScreen = false;
      const began = now();
      painted(() => {
        isOnScreen = true;
        tookMs = now() - began;
        const ask = asking;
        asking = null;
        ask?.();
      });
    },
    restMs(waiting) {
      // Drawn again before that, it would be laid out twice for one picture: several times where the machine is busy.
      if (!isOnScreen) return Number.POSITIVE_INFINITY;
      if (isFlood()) return Math.min(LONGEST_MS, Math.max(MANY_MS, tookMs * REST_PER_DRAWING));
      return waiting > FEW ? MANY_MS : FRAME_MS;
    },
    again(call) {
      if (isOnScreen) after(FRAME_MS, call);
      else asking = call;
    },
  };
}

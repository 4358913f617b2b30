import { FRAME_MS } from './gather-changes';
import type { After } from './toasts';

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
  readonly after: After;
  /** Calls back when the next frame is on the screen. */
  readonly painted: (call: () => void) => void;
  /** Whether more waits to be read. */
  readonly isFlood: () => boolean;
}

/** More events than that at once are a flood: nobody reads them one by one. */
const FEW = 40;
/** While a flood comes in: drawing takes its time from reading, on a slow machine a tenth of a second. */
const FLOOD_MS = 400;

export function createDrawingPace({ after, painted, isFlood }: DrawingPaceDeps): DrawingPace {
  let isOnScreen = true;
  let asking: (() => void) | null = null;
  return {
    drawing() {
      isOnScreen = false;
      painted(() => {
        isOnScreen = true;
        const ask = asking;
        asking = null;
        ask?.();
      });
    },
    restMs(waiting) {
      // Drawn again before that, it would be laid out twice for one picture: several times where the machine is busy.
      if (!isOnScreen) return Number.POSITIVE_INFINITY;
      return waiting > FEW || isFlood() ? FLOOD_MS : FRAME_MS;
    },
    again(call) {
      if (isOnScreen) after(FRAME_MS, call);
      else asking = call;
    },
  };
}

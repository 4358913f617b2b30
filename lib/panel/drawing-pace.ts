import { FRAME_MS } from './gather-changes';

/** How often the list may be drawn anew, so that drawing leaves most of the time to everything else. */
export interface DrawingPace {
  /** To be called when something is about to be drawn. */
  drawing(): void;
  /** How long it is to rest from then, in milliseconds, where so many events wait to be drawn. */
  restMs(waiting: number): number;
}

interface DrawingPaceDeps {
  readonly now: () => number;
  /** Calls back once, when what is to be drawn has been put into the page. */
  readonly later: (call: () => void) => void;
  /** Whether more waits to be read. */
  readonly isFlood: () => boolean;
}

/** More events than that at once are a flood: nobody reads them one by one. */
const FEW = 40;
/** While a flood comes in: drawing takes its time from reading. */
const FLOOD_MS = 200;
/** Putting into the page is about a half of drawing, and drawing is to take a fourth of the time at most. */
const TIMES = 8;
/** However slow the machine is: the list goes on. */
const LONGEST_MS = 600;

export function createDrawingPace({ now, later, isFlood }: DrawingPaceDeps): DrawingPace {
  let cost = 0;
  return {
    drawing() {
      const began = now();
      later(() => {
        cost = now() - began;
      });
    },
    restMs: (waiting) =>
      waiting > FEW || isFlood() ? Math.min(Math.max(cost * TIMES, FLOOD_MS), LONGEST_MS) : FRAME_MS,
  };
}

import type { SightingChannel } from './channel';
import type { RunningCall } from './running-calls';

/** Held for one call at most, in UTF-16 units: a listener that calls on and on is told of as it goes. */
const MAX_HELD = 200_000;

/** Where sightings are handed on: JSON text of a list, of one or of those that belong to one call. */
export interface Reports {
  tell(text: string): void;
  /** Hands over at once what is held: the page goes away. */
  flush(): void;
}

/**
 * What happens inside a call is handed over when the call is over, as one: each handing over costs the page more than all
 * that is in it. Everything else goes at once.
 */
export function createReports(channel: SightingChannel, running: readonly RunningCall[]): Reports {
  let held = '';
  const flush = (): void => {
    if (held !== '') channel.report(`[${held}]`);
    held = '';
  };
  return {
    tell(text) {
      held = held === '' ? text : `${held},${text}`;
      if (running.length === 0 || held.length > MAX_HELD) flush();
    },
    flush,
  };
}

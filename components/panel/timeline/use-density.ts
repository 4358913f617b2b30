import { useEffect, useState } from 'preact/hooks';
import type { Records } from '../../../lib/panel/records';
import { type Density, densityOf } from '../../../lib/panel/timeline/density';

/** About one bar for ten pixels of a wide panel. */
export const STRETCHES = 120;
/** All events are counted anew: in a burst not with every frame, and the more seldom the longer it takes. */
const LEAST_REST_MS = 250;
const REST_PER_COUNTING = 10;

/**
 * The density of all recorded events, a moment behind them; after a rest at once, so that a burst draws it together with
 * the list and not in frames of its own.
 */
export function useDensity(records: Records): Density | null {
  const [density, setDensity] = useState<Density | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let countedAt = Number.NEGATIVE_INFINITY;
    let restMs = 0;
    const count = () => {
      timer = null;
      const began = performance.now();
      setDensity(densityOf(records.all(), records.marks(), STRETCHES));
      countedAt = performance.now();
      restMs = Math.max(LEAST_REST_MS, (countedAt - began) * REST_PER_COUNTING);
    };
    const stop = records.version.subscribe(() => {
      if (timer !== null) return;
      if (performance.now() - countedAt >= restMs) count();
      else timer = setTimeout(count, restMs);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [records]);
  return density;
}

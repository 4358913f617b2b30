import { useEffect, useState } from 'preact/hooks';
import type { Records } from '../../../lib/panel/records';
import { type Density, densityOf } from '../../../lib/panel/timeline/density';

/** About one bar for ten pixels of a wide panel. */
export const STRETCHES = 120;
/** All events are counted anew: in a burst not with every frame. */
const EVERY_MS = 250;

/**
 * The density of all recorded events, a moment behind them; after a rest at once, so that a burst draws it together with
 * the list and not in frames of its own.
 */
export function useDensity(records: Records): Density | null {
  const [density, setDensity] = useState<Density | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let countedAt = Number.NEGATIVE_INFINITY;
    const count = () => {
      timer = null;
      countedAt = performance.now();
      setDensity(densityOf(records.all(), records.marks(), STRETCHES));
    };
    const stop = records.version.subscribe(() => {
      if (timer !== null) return;
      if (performance.now() - countedAt >= EVERY_MS) count();
      else timer = setTimeout(count, EVERY_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [records]);
  return density;
}

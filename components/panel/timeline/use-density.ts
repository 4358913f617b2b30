import { useEffect, useState } from 'preact/hooks';
import type { Records } from '../../../lib/panel/records';
import { type Density, densityOf } from '../../../lib/panel/timeline/density';

/** About one bar for ten pixels of a wide panel. */
export const STRETCHES = 120;
/** All events are counted anew: in a burst not with every frame. */
const EVERY_MS = 250;

/** The density of all recorded events, a moment behind them. */
export function useDensity(records: Records): Density | null {
  const [density, setDensity] = useState<Density | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const count = () => {
      timer = null;
      setDensity(densityOf(records.all(), records.marks(), STRETCHES));
    };
    const stop = records.version.subscribe(() => {
      timer ??= setTimeout(count, EVERY_MS);
    });
    count();
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [records]);
  return density;
}

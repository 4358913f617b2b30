import { useEffect, useState } from 'preact/hooks';
import type { Records } from '#components/panel/event-list/record-store.ts';
import type { ListChange } from '#core/journey/record-list';
import { createDensityCounter, type Density, type DensityCounter } from './density';

/** About one bar for ten pixels of a wide panel. */
export const STRETCHES = 120;
/** In a burst it is not drawn with every frame. */
const REST_MS = 250;

/**
 * The density of all recorded events, a moment behind them; after a rest at once, so that a burst draws it together with
 * the list and not in frames of its own.
 */
export function useDensity(records: Records): Density | null {
  const [density, setDensity] = useState<Density | null>(null);
  useEffect(() => {
    const counter = createDensityCounter();
    countAll(counter, records);
    const stopListening = records.listen((change) => follow(counter, change, records));
    let timer: ReturnType<typeof setTimeout> | null = null;
    let drawnAt = Number.NEGATIVE_INFINITY;
    const draw = () => {
      timer = null;
      drawnAt = performance.now();
      setDensity(counter.density(records.marks(), STRETCHES));
    };
    const stop = records.version.subscribe(() => {
      if (timer !== null) return;
      if (performance.now() - drawnAt >= REST_MS) draw();
      else timer = setTimeout(draw, REST_MS);
    });
    return () => {
      stop();
      stopListening();
      if (timer !== null) clearTimeout(timer);
    };
  }, [records]);
  return density;
}

function countAll(counter: DensityCounter, records: Records) {
  counter.clear();
  for (const record of records.all()) counter.add(record);
}

function follow(counter: DensityCounter, change: ListChange, records: Records) {
  if (change.type === 'all') return countAll(counter, records);
  if (change.type !== 'records') return;
  for (const { record, before } of change.changes) {
    if (before) counter.remove(before);
    counter.add(record);
  }
}

import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import type { ListChange } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createThrottledJob } from '#core/util/scheduler';
import { createDensityCounter, type Density, type DensityCounter } from './density';

/** About one bar for ten pixels of a wide panel. */
export const BUCKET_COUNT = 120;
/** In a burst it is not rendered with every frame. */
const REST_MS = 250;

/**
 * The density of all recorded events, a moment behind them.
 * After a rest at once, so that a burst renders it together with the list and not in frames of its own.
 */
export function useDensity(records: Records): Density | null {
  const { scheduler } = useApp();
  const [density, setDensity] = useState<Density | null>(null);
  useEffect(() => {
    const counter = createDensityCounter();
    countAll(counter, records);
    const stopListening = records.listen((change) => follow(counter, change, records));
    const drawing = createThrottledJob(scheduler, REST_MS, () =>
      setDensity(counter.density(records.marks(), BUCKET_COUNT)),
    );
    const stop = records.version.subscribe(drawing.schedule);
    return () => {
      stop();
      stopListening();
      drawing.cancel();
    };
  }, [records, scheduler]);
  return density;
}

function countAll(counter: DensityCounter, records: Records) {
  counter.clear();
  for (const record of records.all()) counter.add(record);
}

function follow(counter: DensityCounter, change: ListChange<JudgedRecord>, records: Records) {
  if (change.type === 'all') return countAll(counter, records);
  if (change.type !== 'records') return;
  for (const { record, before } of change.changes) {
    if (before) counter.remove(before);
    counter.add(record);
  }
}

import type { Records } from '#components/panel/event-list/record-store.ts';
import { createViolationBench, type ViolationBench } from './violation-runner';

const benches = new WeakMap<Records, ViolationBench>();

/** The bench of a panel: kept while the panel is open, so that what was fired is still there when one comes back. */
export function benchOf(records: Records): ViolationBench {
  const known = benches.get(records);
  if (known) return known;
  const made = createViolationBench(records);
  benches.set(records, made);
  return made;
}

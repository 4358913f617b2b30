import { lazy } from '#components/kit/lazy.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';

const SampleTourBar = lazy(async () => (await import('./SampleTourBar')).SampleTourBar);

/** The tour, where the panel shows the sample. */
export function SampleTour() {
  const { tab, view } = useApp();
  return readOnlyReason(tab.value) !== null && view.value === 'events' ? <SampleTourBar /> : null;
}

import { lazy } from '#components/kit/lazy.tsx';
import { useApp } from '#components/panel/app/stores.ts';

const SampleTourBar = lazy(async () => (await import('./SampleTourBar')).SampleTourBar);

/** The tour, if the panel shows the sample. */
export function SampleTour() {
  const { tab, view } = useApp();
  return tab.value.hostType === 'sample' && view.value === 'events' ? <SampleTourBar /> : null;
}

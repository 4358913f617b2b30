import { lazy } from '#components/kit/lazy.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { importingStore } from './importing';

const CaptureTabs = lazy(async () => (await import('#components/panel/captures/CaptureTabs.tsx')).CaptureTabs);

/** The capture tabs, shown as soon as there is a second capture: imported, being read, or stored. */
export function OpenCaptures() {
  const { view } = useApp();
  const captures = useStore(openedCapturesStore);
  const { loadingFiles } = useStore(importingStore);
  const live = useStore(liveListStore);
  if (view.value !== 'events' || (captures.all.value.length === 0 && loadingFiles.value.length === 0)) return null;
  return <CaptureTabs captures={captures} live={live.records.counts} loadingFiles={loadingFiles} />;
}

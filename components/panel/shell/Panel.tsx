import { useEffect, useRef } from 'preact/hooks';
import { lazy } from '#components/kit/lazy.tsx';
import { failedLoads } from '#components/kit/lazy-import.ts';
import { panelViews } from '#components/panel/app/panel-views.tsx';
import { panelOverlays } from '#components/panel/app/registries.ts';
import { type Stores, StoresContext, useApp, useStore } from '#components/panel/app/stores.ts';
import { ToastList } from '#components/panel/app/ToastList.tsx';
import type { Toasts } from '#components/panel/app/toasts.ts';
import { type FileSession, listInView, sessionsStore } from '#components/panel/captures/capture-list.ts';
import { EventListContext, liveListStore } from '#components/panel/event-list/event-list.ts';
import { importingStore } from '#components/panel/import-export/importing.ts';
import { i18n } from '#i18n';
import { panelFeatures } from './panel-features';
import { StatusBar } from './StatusBar';
import { Toolbar } from './toolbar/Toolbar';
import { usePanelKeys } from './use-panel-keys';
import '#components/kit/theme/theme.css';
import './panel.css';

const CaptureTabs = lazy(async () => (await import('#components/panel/captures/CaptureTabs.tsx')).CaptureTabs);

/** The whole DevTools panel. */
export function Panel({ stores }: { readonly stores: Stores }) {
  const { toasts } = stores.app;
  const session = stores.get(sessionsStore).inView.value;
  const list = listInView(stores);
  stores.get(panelFeatures);
  useEffect(() => failedLoads.subscribe((times) => times > 0 && notifyFailedLoad(toasts)), [toasts]);
  return (
    <StoresContext.Provider value={stores}>
      <EventListContext.Provider value={list}>
        <Frame session={session} />
      </EventListContext.Provider>
    </StoresContext.Provider>
  );
}

function Frame({ session }: { readonly session: FileSession | null }) {
  const { toasts, view } = useApp();
  const overlays = useStore(panelOverlays).parts;
  const root = useRef<HTMLDivElement>(null);
  usePanelKeys(root);
  return (
    <div class="panel" id="telemetry-panel" ref={root}>
      <Toolbar />
      {view.value === 'events' && <OtherSessions />}
      <CurrentView key={session?.id ?? 'live'} />
      <StatusBar />
      <ToastList toasts={toasts} />
      {overlays.map((Overlay, index) => (
        <Overlay key={String(index)} panel={root} />
      ))}
    </div>
  );
}

function notifyFailedLoad(toasts: Toasts): void {
  toasts.show({ tone: 'bad', text: i18n.t('panel.partNotLoaded') });
}

/** Tabs, as soon as there is another session than the live one: read from a file, being read, or kept. */
function OtherSessions() {
  const sessions = useStore(sessionsStore);
  const { reading } = useStore(importingStore);
  const live = useStore(liveListStore);
  if (sessions.files.value.length === 0 && reading.value.length === 0) return null;
  return <CaptureTabs sessions={sessions} live={live.records.counts} reading={reading} />;
}

function CurrentView() {
  const view = useApp().view.value;
  const entry = useStore(panelViews).parts.find(({ id }) => id === view);
  return entry ? <entry.View key={view} /> : null;
}

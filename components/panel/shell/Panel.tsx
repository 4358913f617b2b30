import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { failedImportCount } from '#components/kit/lazy-import.ts';
import { panelViews } from '#components/panel/app/panel-views.tsx';
import {
  isInDialog,
  isInView,
  isPressed,
  keyCommands,
  panelBars,
  panelOverlays,
} from '#components/panel/app/registries.ts';
import { type Stores, StoresContext, useApp, useStore } from '#components/panel/app/stores.ts';
import { ToastList } from '#components/panel/app/ToastList.tsx';
import type { Toasts } from '#components/panel/app/toasts.ts';
import { listInView, type OpenedCapture, openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { EventListContext } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import { panelFeatures } from './panel-features';
import { StatusBar } from './StatusBar';
import { Toolbar } from './toolbar/Toolbar';
import '#components/kit/theme/theme.css';
import './panel.css';

/** The whole DevTools panel. */
export function Panel({ stores }: { readonly stores: Stores }) {
  const { toasts } = stores.app;
  const capture = stores.get(openedCapturesStore).inView.value;
  const list = listInView(stores);
  stores.get(panelFeatures);
  useEffect(() => failedImportCount.subscribe((times) => times > 0 && notifyFailedLoad(toasts)), [toasts]);
  return (
    <StoresContext.Provider value={stores}>
      <EventListContext.Provider value={list}>
        <Frame capture={capture} />
      </EventListContext.Provider>
    </StoresContext.Provider>
  );
}

function Frame({ capture }: { readonly capture: OpenedCapture | null }) {
  const { toasts } = useApp();
  const bars = useStore(panelBars).parts;
  const overlays = useStore(panelOverlays).parts;
  const root = useRef<HTMLDivElement>(null);
  usePanelKeys(root);
  return (
    <div class="panel" id="telemetry-panel" ref={root}>
      <Toolbar />
      {bars.map((Bar, index) => (
        <Bar key={String(index)} />
      ))}
      <CurrentView key={capture?.id ?? 'live'} />
      <StatusBar />
      <ToastList toasts={toasts} />
      {overlays.map((Overlay, index) => (
        <Overlay key={String(index)} panel={root} />
      ))}
    </div>
  );
}

function notifyFailedLoad(toasts: Toasts): void {
  toasts.show({ tone: 'error', text: () => i18n.t('panel.partNotLoaded') });
}

function CurrentView() {
  const view = useApp().view.value;
  const entry = useStore(panelViews).parts.find(({ id }) => id === view);
  return entry ? <entry.View key={view} /> : null;
}

/** Listens for the keys that work in the whole panel. */
function usePanelKeys(root: RefObject<HTMLElement | null>): void {
  const { view } = useApp();
  const commands = useStore(keyCommands);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented
        ? undefined
        : commands.parts.find((part) => isInView(part, view.peek()) && isPressed(part, event));
      if (command && root.current) {
        // Also in a dialog, where most commands don't run, because DevTools would handle the key otherwise.
        event.preventDefault();
        if (command.isAllowedInDialogs || !isInDialog(event.target)) command.run(root.current);
      }
      // DevTools handles keys at the document even after `preventDefault`: Esc opens its drawer, Ctrl+F its search.
      if (event.defaultPrevented) event.stopPropagation();
    };
    const { body } = document;
    body.addEventListener('keydown', onKeyDown);
    return () => body.removeEventListener('keydown', onKeyDown);
  }, [root, view, commands]);
}

import { signal } from '@preact/signals';
import { render } from 'preact';
import { createAppStore } from '#components/panel/app/app-store.ts';
import { createStores, type Stores } from '#components/panel/app/stores.ts';
import { type Recording, startRecording } from '#components/panel/captures/recording.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import { countsManualSetting } from '#components/panel/filter/manual/manual-counts.ts';
import { type PlainJudgedRecord, toPlainRecord } from '#core/stream/judged-record';
import type { UnwatchedFrames, Watching } from '#core/util/site';
import { createBrowserScheduler } from '#extension/browser-scheduler';
import type { EntityFollower, PanelHost, SiteFollower } from '#panel/panel-host';
import { type BadgeUpdater, createBadgeUpdater } from './badge-updater';
import { createDevtoolsSearch, filterInView } from './devtools-search';
import { Panel } from './Panel';

/** What scripts that drive the panel can read of it. */
interface TelemetryPanel {
  /** All records of the live list, as plain data. No token is ever part of them. */
  readonly records: () => readonly PlainJudgedRecord[];
}

interface StartedPanel extends TelemetryPanel {
  /** Removes the panel, with all that it has scheduled. */
  readonly stop: () => void;
}

declare global {
  interface Window {
    /** Only in the panel's own page. */
    telemetryPanel?: TelemetryPanel;
  }
}

/**
 * Renders the panel, and opens the stored capture.
 * Subscribes to everything before it returns: what DevTools reports must find a listener. Sets `data-ready` on the root
 * when the panel is complete.
 */
export function startPanel(root: HTMLElement, host: PanelHost): StartedPanel {
  const scheduler = createBrowserScheduler();
  const closing = new AbortController();
  const watching = signal<Watching>({ state: 'unavailable', host: '' });
  const unwatchedFrames = signal<readonly UnwatchedFrames[]>([]);
  const site = host.followSite(
    (next) => {
      watching.value = next;
    },
    (frames) => {
      unwatchedFrames.value = frames;
    },
  );
  const app = createAppStore({
    actions: {
      ...host.actions,
      onWatch: site.watch,
      onStopWatching: site.stopWatching,
      onRescan: () => void host.callRelays(),
    },
    now: Date.now,
    scheduler,
    storage: host.storage,
    version: host.version,
    watching,
    unwatchedFrames,
  });
  const stores = createStores(app);
  const recording = startRecording(stores, host);
  const entity = host.followEntity((state) => {
    app.acting.value = state;
  });
  const badge = followBadge(stores, host);
  window.addEventListener(
    'pagehide',
    () => {
      recording.flush();
      badge.flush();
    },
    { signal: closing.signal },
  );
  followTab(stores, host);
  const tick = (): void => {
    app.clock.value = Date.now();
    scheduler.after(1000, tick);
  };
  tick();
  render(<Panel stores={stores} />, root);
  void open(recording, site, entity, badge, host).then(() => {
    root.dataset.ready = 'true';
    scheduler.whenIdle(filterLanguage.preload);
  });
  return {
    records: () => recording.records().map((record) => toPlainRecord(record)),
    stop() {
      closing.abort();
      render(null, root);
      scheduler.close();
    },
  };
}

function followBadge(stores: Stores, { tab, showBadge }: PanelHost): BadgeUpdater {
  const { scheduler } = stores.app;
  const { records } = stores.get(liveListStore);
  const countsManual = stores.get(countsManualSetting);
  const badge = createBadgeUpdater({
    list: records,
    documents: () => records.counts.peek()[countsManual.peek() ? 'documentsWithManual' : 'documents'],
    scheduler,
    show: showBadge,
  });
  tab.listenAddress(badge.again);
  countsManual.subscribe(badge.again);
  return badge;
}

function followTab(stores: Stores, { tab, listenClosed }: PanelHost): void {
  const { app } = stores;
  const { place } = tab;
  app.tab.value = { place, isClosed: false };
  listenClosed(() => {
    app.tab.value = { place, isClosed: true };
  });
  tab.listenSearch(createDevtoolsSearch(() => filterInView(stores)));
  tab.followTheme((theme) => {
    document.documentElement.dataset.theme = theme ?? '';
  });
}

async function open(
  recording: Recording,
  site: SiteFollower,
  entity: EntityFollower,
  badge: BadgeUpdater,
  host: PanelHost,
): Promise<void> {
  const shown = Promise.all([site.read(), entity.read()]);
  await recording.takeUp();
  badge.again();
  if (await host.callRelays()) recording.allResponded();
  await shown;
}

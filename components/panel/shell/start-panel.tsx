import { signal } from '@preact/signals';
import { render } from 'preact';
import { createAppStore } from '#components/panel/app/app-store.ts';
import { createStores, type Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { type Recording, startRecording } from '#components/panel/captures/recording.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { type FilterModel, termsText } from '#components/panel/filter/filter.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import { countsManualSetting } from '#components/panel/filter/manual/CountsManualCheckbox.tsx';
import type { Filter } from '#core/query/event-filter';
import { type PlainJudgedRecord, toPlainRecord } from '#core/stream/judged-record';
import type { UnwatchedFrames, Watching } from '#core/util/site';
import { createBrowserScheduler } from '#extension/browser-scheduler';
import { i18n } from '#i18n';
import type { EntitySync, PanelHost, SiteSync } from '#panel/panel-host';
import { deleteEarlierData } from '#panel/persistence/earlier-data';
import { type BadgeUpdater, createBadgeUpdater } from './badge-updater';
import { Panel } from './Panel';

/** The API of the panel for scripts that control it. */
interface TelemetryPanel {
  /** Returns all records of the live list as plain data, without tokens. */
  readonly records: () => readonly PlainJudgedRecord[];
}

interface StartedPanel extends TelemetryPanel {
  /** Unmounts the panel, and cancels everything that it has scheduled. */
  readonly stop: () => void;
}

declare global {
  interface Window {
    /** Set only in the panel's own page. */
    telemetryPanel?: TelemetryPanel;
  }
}

/**
 * Renders the panel, and opens the stored capture.
 * Subscribes synchronously, so that no report of DevTools is lost. Sets `data-ready` on the root when the panel is
 * complete.
 *
 * @param record starts to fill the live list.
 */
export function startPanel(root: HTMLElement, host: PanelHost, record = startRecording): StartedPanel {
  const scheduler = createBrowserScheduler();
  const lifetime = new AbortController();
  const watching = signal<Watching>({ state: 'unavailable', host: '' });
  const unwatchedFrames = signal<readonly UnwatchedFrames[]>([]);
  const site = host.syncSite(
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
  const recording = record(stores, host);
  const entity = host.syncActiveEntity((state) => {
    app.acting.value = state;
  });
  const badge = startBadgeUpdates(stores, host);
  window.addEventListener(
    'pagehide',
    () => {
      recording.flush();
      badge.flush();
    },
    { signal: lifetime.signal },
  );
  subscribeToTab(stores, host);
  const tick = (): void => {
    app.clock.value = Date.now();
    scheduler.setTimer(1000, tick);
  };
  tick();
  render(<Panel stores={stores} />, root);
  void deleteEarlierData(host).then((hasDeleted) => {
    if (hasDeleted) app.toasts.show({ tone: 'error', text: () => i18n.t('capture.earlierDeleted') });
  });
  void restorePanel(recording, site, entity, badge, host).then(() => {
    root.dataset.ready = 'true';
    scheduler.whenIdle(filterLanguage.preload);
  });
  return {
    records: () => recording.records().map((record) => toPlainRecord(record)),
    stop() {
      lifetime.abort();
      render(null, root);
      scheduler.close();
    },
  };
}

function startBadgeUpdates(stores: Stores, { tab, showBadge }: PanelHost): BadgeUpdater {
  const { scheduler } = stores.app;
  const { records } = stores.get(liveListStore);
  const countsManual = stores.get(countsManualSetting);
  const badge = createBadgeUpdater({
    records,
    documents: () => records.counts.peek()[countsManual.peek() ? 'documentsWithManual' : 'documents'],
    scheduler,
    show: showBadge,
  });
  tab.onUrlChange(badge.refresh);
  countsManual.subscribe(badge.refresh);
  return badge;
}

function subscribeToTab(stores: Stores, { tab, onTabClosed }: PanelHost): void {
  const { app } = stores;
  const { hostType } = tab;
  app.tab.value = { hostType, isClosed: false };
  onTabClosed(() => {
    app.tab.value = { hostType, isClosed: true };
  });
  tab.onSearch(createDevtoolsSearch(() => filterInView(stores)));
  tab.subscribeToTheme((theme) => {
    document.documentElement.dataset.theme = theme ?? '';
  });
}

async function restorePanel(
  recording: Recording,
  site: SiteSync,
  entity: EntitySync,
  badge: BadgeUpdater,
  host: PanelHost,
): Promise<void> {
  const siteAndEntity = Promise.all([site.read(), entity.read()]);
  await recording.restore();
  badge.refresh();
  if (await host.callRelays()) recording.onAllReplied();
  await siteAndEntity;
}

/**
 * Applies the text of DevTools' own search bar to the filter.
 * DevTools shows its search bar while DevTools has the keyboard focus, such as after a click on the panel's tab. The
 * text is added to the earlier filter until the search is cancelled, which is reported as an empty text. Changes that
 * the user makes to the filter meanwhile stay.
 */
export function createDevtoolsSearch(findFilter: () => FilterModel | null): (text: string) => void {
  let search: { readonly model: FilterModel; readonly before: Filter; readonly withText: Filter } | null = null;
  return (text) => {
    if (search && search.model.value.peek() !== search.withText) search = null;
    if (text === '') {
      search?.model.set(search.before);
      search = null;
      return;
    }
    const model = search?.model ?? findFilter();
    if (!model) return;
    const before = search?.before ?? model.value.peek();
    const withText = { ...before, text: termsText([before.text.trim(), text]) };
    model.set(withText);
    search = { model, before, withText };
  };
}

/** Returns the filter of the shown list, or null in a view without a list. */
function filterInView(stores: Stores): FilterModel | null {
  if (stores.app.view.peek() !== 'events') return null;
  return listInView(stores).filter;
}

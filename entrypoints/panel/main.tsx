import { signal } from '@preact/signals';
import { render } from 'preact';
import { namePage } from '#components/i18n/page-language.ts';
import { lazy } from '#components/kit/lazy.tsx';
import { createAppStore } from '#components/panel/app/app-store.ts';
import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import { createStores } from '#components/panel/app/stores.ts';
import { marksFiredSetting } from '#components/panel/compose/compose-settings.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { createBadgeFollower } from '#components/panel/shell/badge-updater.ts';
import { createDevtoolsSearch, filterInView } from '#components/panel/shell/devtools-search.ts';
import { Waiting } from '#components/panel/shell/LazyView.tsx';
import { Panel } from '#components/panel/shell/Panel.tsx';
import type { TelemetryRecord } from '#core/journey/record';
import { message } from '#core/util/message';
import { fail, succeed } from '#core/util/result';
import { after } from '#extension/after';
import { copyText } from '#extension/browser/clipboard';
import { saveFile } from '#extension/browser/download';
import { followEntity } from '#extension/browser/panel/entity-follower';
import { inspectedTab } from '#extension/browser/panel/find-inspected-tab';
import { createFireActions } from '#extension/browser/panel/fire-actions';
import { tellRelays } from '#extension/browser/panel/relay-ports';
import { sharedStorage } from '#extension/browser/panel/shared-storage';
import { followSite } from '#extension/browser/panel/site-follower';
import { tellBadge } from '#extension/browser/panel/update-badge';
import { extensionVersion } from '#extension/browser/panel/version';
import { openOwnPage } from '#extension/browser/tabs';
import { panelRules } from '#extension/panel/capture/panel-rules';
import { later } from '#extension/panel/scheduling';
import { activeEntity } from '#extension/protocol/active-entity';
import type { RegistrySession } from '#extension/protocol/registry-protocol';
import { registrySession } from '#extension/protocol/registry-session';
import { i18n } from '#i18n';
import { startRecording } from './recording';

declare global {
  interface Window {
    /** What the panel holds, as plain data, for scripts that drive the panel. No token is ever part of it. */
    telemetryPanel?: { readonly records: () => readonly TelemetryRecord[] };
  }
}

// Everything that listens is set up before this module ends: what DevTools has to tell must find somebody to tell it to.
const tab = inspectedTab();
async function openWindow(): Promise<void> {
  const loaded = await import('#extension/browser/panel/open-panel-window').catch(() => null);
  await loaded?.openPanelWindow(tab.tabId);
}

const lookForRelays = (): Promise<void> => tellRelays(tab.tabId, { type: 'panel-opened' });
const site = followSite(tab, (watching) => {
  app.watching.value = watching;
});
const actions: PanelActions = {
  ...createFireActions({
    tabId: tab.tabId,
    capture: () => recording.capture,
    loadGuard: async () => (await import('#page/hook/fire-guard')).guardNextEvent,
    isMarked: () => stores.get(marksFiredSetting).peek(),
    onNotMarked: () => app.toasts.show({ tone: 'info', text: i18n.t('compose.notMarked') }),
    async problemOf(failure) {
      // Of an extension that was updated meanwhile there is no such file any more.
      const loaded = await import('#components/panel/compose/firing/collector-messages.ts').catch(() => null);
      return { status: 'failed', message: '', problem: loaded?.failureTitle(failure) ?? message('collector.reloaded') };
    },
  }),
  async onWatch() {
    if (await site.watch()) return succeed(null);
    return fail({ message: i18n.t('page.notWatched', { host: app.watching.value.host }) });
  },
  async onStopWatching() {
    await site.stopWatching();
    return succeed(null);
  },
  onRecord: (isOn) => recording.capture.record(isOn),
  onClear: () => recording.capture.forget(),
  onReload: tab.reload,
  onOpenWindow: () => void openWindow(),
  onLookAgain: () => void lookForRelays(),
  onSave: ({ name, parts, mimeType }) => saveFile(name, parts, mimeType),
  async onCopy(text) {
    return (await copyText(text)) ? succeed(null) : fail({ message: i18n.t('compose.cannotCopy') });
  },
  openEarlierSessions: async () =>
    (await import('#extension/browser/panel/open-earlier-captures')).openEarlierSessions(tab.tabId),
  onOpenReference: (kind) => openOwnPage(`reference.html#${kind}`),
};
const app = createAppStore({
  rules: panelRules,
  actions,
  now: Date.now,
  after,
  storage: sharedStorage,
  pace: { clock: () => performance.now(), rest: () => new Promise(later) },
  version: extensionVersion(),
});
const stores = createStores(app);
const live = stores.get(liveListStore);
const recording = startRecording(stores, tab);
const session = signal<RegistrySession | null>(null);
const entity = followEntity((state) => {
  app.entity.value = state && activeEntity(state);
  session.value = state && registrySession(state);
});
const badge = createBadgeFollower({
  list: live.records,
  wrongIn: () => live.records.counts.peek().wrongIn,
  after,
  show: (wrongIn) => void tellBadge(tab.tabId, wrongIn),
});
window.addEventListener('pagehide', badge.flush);
tab.listenAddress(badge.again);
app.tab.value = { place: tab.place, isClosed: false };
if (tab.place === 'window') {
  void import('#extension/browser/panel/stand-alone').then(({ standAlone }) =>
    standAlone(tab, () => {
      app.tab.value = { place: tab.place, isClosed: true };
    }),
  );
}
tab.listenSearch(createDevtoolsSearch(() => filterInView(stores)));
tab.followTheme((theme) => {
  document.documentElement.dataset.theme = theme;
});
setInterval(() => {
  app.clock.value = Date.now();
}, 1000);

const Registry = lazy(async () => (await import('./registry')).Registry, Waiting);

namePage(document, i18n.t('page.panel'));
const root = document.getElementById('app');
if (root) {
  render(<Panel stores={stores} registry={<Registry session={session} />} />, root);
  window.telemetryPanel = { records: recording.records };
  void open(root);
}

async function open(panel: HTMLElement): Promise<void> {
  const shown = Promise.all([site.read(), entity.read()]);
  await recording.takeUp();
  badge.again();
  // In Firefox what the relays say comes another way than the answer to the call.
  await Promise.all([shown, import.meta.env.FIREFOX ? lookForRelays() : lookForRelays().then(recording.allAnswered)]);
  panel.dataset.ready = 'true';
}

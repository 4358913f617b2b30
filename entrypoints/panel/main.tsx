import { render } from 'preact';
import { namePage } from '#components/i18n/page-language.ts';
import { lazy } from '#components/kit/lazy.tsx';
import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import type { Commands } from '#components/panel/app/panel-commands.ts';
import { createBadgeFollower } from '#components/panel/shell/badge-updater.ts';
import { createDevtoolsSearch } from '#components/panel/shell/devtools-search.ts';
import { Waiting } from '#components/panel/shell/LazyView.tsx';
import { Panel } from '#components/panel/shell/Panel.tsx';
import { createPanelModel, modelOf } from '#components/panel/shell/panel-model.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { fail, succeed } from '#core/util/result';
import { copyText } from '#extension/browser/clipboard';
import { saveFile } from '#extension/browser/download';
import { inspectedTab } from '#extension/browser/panel/find-inspected-tab';
import { tellRelays } from '#extension/browser/panel/relay-ports';
import { sharedStorage } from '#extension/browser/panel/shared-storage';
import { tellBadge } from '#extension/browser/panel/update-badge';
import { extensionVersion } from '#extension/browser/panel/version';
import { openOwnPage } from '#extension/browser/tabs';
import { panelRules } from '#extension/panel/capture/panel-rules';
import { i18n } from '#i18n';
import { after, later } from './after';
import { keepDrafts } from './drafts';
import { followEntity } from './entity';
import { createFireActions } from './fire';
import { startRecording } from './recording';
import { followSite } from './site';

declare global {
  interface Window {
    /** What the panel holds, as plain data, for scripts that drive the panel. No token is ever part of it. */
    telemetryPanel?: { readonly records: () => readonly TelemetryRecord[] };
  }
}

// Everything that listens is set up before this module ends: what DevTools has to tell must find somebody to tell it to.
const tab = inspectedTab();
const model = createPanelModel({
  rules: panelRules,
  now: Date.now,
  after,
  store: sharedStorage,
  kept: async () => (await import('#extension/browser/panel/open-earlier-captures')).openEarlierSessions(tab.tabId),
  pace: { clock: () => performance.now(), rest: () => new Promise(later) },
  version: extensionVersion(),
});
const recording = startRecording(model, tab);
const site = followSite(model, tab);
const entity = followEntity(model);
const takeUpDrafts = keepDrafts(model);
const badge = createBadgeFollower({
  list: model.records,
  wrongIn: () => model.records.counts.peek().wrongIn,
  after,
  show: (wrongIn) => void tellBadge(tab.tabId, wrongIn),
});
window.addEventListener('pagehide', badge.flush);
tab.listenAddress(badge.again);
model.tab.value = { place: tab.place, isClosed: false };
if (tab.place === 'window') void import('./stand-alone').then(({ standAlone }) => standAlone(model, tab));
tab.listenSearch(
  createDevtoolsSearch(() =>
    model.view.peek() === 'events' ? modelOf(model, model.sessions.shown.peek()).filter : null,
  ),
);
tab.followTheme((theme) => {
  document.documentElement.dataset.theme = theme;
});
setInterval(() => {
  model.clock.value = Date.now();
}, 1000);

async function openWindow(): Promise<void> {
  const loaded = await import('#extension/browser/panel/open-panel-window').catch(() => null);
  await loaded?.openPanelWindow(tab.tabId);
}

const lookForRelays = (): Promise<void> => tellRelays(tab.tabId, { type: 'panel-opened' });
const actions: PanelActions = {
  ...createFireActions(model, tab, recording.capture),
  onWatch: site.onWatch,
  onStopWatching: site.onStopWatching,
  onRecord: recording.capture.record,
  onClear: recording.capture.forget,
  onReload: tab.reload,
  onOpenWindow: () => void openWindow(),
  onLookAgain: () => void lookForRelays(),
  onSave: ({ name, parts, mimeType }) => saveFile(name, parts, mimeType),
  async onCopy(text) {
    return (await copyText(text)) ? succeed(null) : fail({ message: i18n.t('compose.cannotCopy') });
  },
  onOpenReference: (kind) => openOwnPage(`reference.html#${kind}`),
};

const Registry = lazy(async () => (await import('./registry')).Registry, Waiting);

namePage(document, i18n.t('page.panel'));
const root = document.getElementById('app');
if (root) {
  const renderRegistry = ({ copy }: Commands) => <Registry session={entity.registrySession} onCopy={copy} />;
  render(<Panel model={model} actions={actions} renderRegistry={renderRegistry} />, root);
  window.telemetryPanel = { records: recording.records };
  void open(root);
}

async function open(panel: HTMLElement): Promise<void> {
  const shown = Promise.all([site.show(), entity.show(), model.saved.load(), takeUpDrafts()]);
  await recording.takeUp();
  badge.again();
  // In Firefox what the relays say comes another way than the answer to the call.
  await Promise.all([shown, import.meta.env.FIREFOX ? lookForRelays() : lookForRelays().then(recording.allAnswered)]);
  panel.dataset.ready = 'true';
}

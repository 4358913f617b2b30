import { render } from 'preact';
import { i18n } from '#i18n';
import { Waiting } from '../../components/panel/LazyView';
import { Panel } from '../../components/panel/Panel';
import { lazy } from '../../components/ui/on-demand';
import { tellBadge } from '../../lib/browser/badge-counts';
import { copyText } from '../../lib/browser/clipboard';
import { saveFile } from '../../lib/browser/download';
import { inspectedTab } from '../../lib/browser/panel-place';
import { openPanelWindow } from '../../lib/browser/panel-window';
import { tellRelays } from '../../lib/browser/relay-ports';
import { sharedStorage } from '../../lib/browser/shared-storage';
import { openOwnPage } from '../../lib/browser/tabs';
import { extensionVersion } from '../../lib/browser/version';
import type { TelemetryRecord } from '../../lib/journey/record';
import { createBadgeFollower } from '../../lib/panel/badge-follower';
import { createDevtoolsSearch } from '../../lib/panel/devtools-search';
import type { PanelActions } from '../../lib/panel/panel-actions';
import { createPanelModel, modelOf } from '../../lib/panel/panel-model';
import { panelRules } from '../../lib/panel/panel-rules';
import { fail, succeed } from '../../lib/result';
import { namePage } from '../../lib/words/page-language';
import { after, later } from './after';
import { keepDrafts } from './drafts';
import { followEntity } from './entity';
import { createFireActions } from './fire';
import { startRecording } from './recording';
import { followSite } from './site';
import { standAlone } from './stand-alone';

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
  kept: async () => (await import('../../lib/browser/earlier-sessions')).openEarlierSessions(tab.tabId),
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
if (tab.place === 'window') standAlone(model, tab);
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

const lookForRelays = (): Promise<void> => tellRelays(tab.tabId, { type: 'panel-opened' });
const actions: PanelActions = {
  ...createFireActions(model, tab, recording.capture),
  onWatch: site.onWatch,
  onStopWatching: site.onStopWatching,
  onRecord: recording.capture.record,
  onClear: recording.capture.forget,
  onReload: tab.reload,
  onOpenWindow: () => void openPanelWindow(tab.tabId),
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
  render(<Panel model={model} actions={actions} registry={<Registry session={entity.registrySession} />} />, root);
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

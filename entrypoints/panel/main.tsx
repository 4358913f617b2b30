import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { Panel } from '../../components/panel/Panel';
import { RegistryView } from '../../components/registry/RegistryView';
import '../../components/registry/registry.css';
import { askIdentity, listenForIdentityChange } from '../../lib/browser/background-requests';
import { showBadge } from '../../lib/browser/badge-button';
import { readBrowserSession } from '../../lib/browser/browser-session';
import { copyText } from '../../lib/browser/clipboard';
import {
  askInspectedUrl,
  followTheme,
  inspectedTabId,
  listenNavigations,
  reloadInspected,
} from '../../lib/browser/devtools';
import { listenFinishedRequests } from '../../lib/browser/network';
import { askRegistry } from '../../lib/browser/registry-requests';
import { listenRelays, tellRelays } from '../../lib/browser/relay-ports';
import { openSessionDb } from '../../lib/browser/session-db';
import { localStorage } from '../../lib/browser/storage';
import { openOptions, openOwnPage } from '../../lib/browser/tabs';
import { listenWatching, readWatching, stopWatchingSite, watchSite } from '../../lib/browser/watching';
import { createCapture } from '../../lib/capture/capture';
import { createGate } from '../../lib/history/gate';
import { createPageLoads, topDocumentKey } from '../../lib/history/page-loads';
import { createSessionHistory } from '../../lib/history/session-history';
import type { TelemetryRecord } from '../../lib/journey/record';
import { activeEntity } from '../../lib/messaging/active-entity';
import { type RegistrySession, registrySession } from '../../lib/messaging/registry';
import { createBadgeFollower } from '../../lib/panel/badge-follower';
import { gatherChanges } from '../../lib/panel/gather-changes';
import type { PanelActions } from '../../lib/panel/panel-actions';
import { createPanelModel } from '../../lib/panel/panel-model';
import { panelRules } from '../../lib/panel/panel-rules';
import { readSettings } from '../../lib/panel/panel-settings';
import { createRegistryModel } from '../../lib/registry/registry-model';
import { fail, succeed } from '../../lib/result';
import { checkEventAs, withoutSecrets } from '../../lib/rules/checks';

declare global {
  interface Window {
    /** What the panel holds, as plain data, for scripts that drive the panel. No token is ever part of it. */
    telemetryPanel?: { readonly records: () => readonly TelemetryRecord[] };
  }
}

// Everything that listens is set up before this module ends: what DevTools has to tell must find somebody to tell it to.
const tabId = inspectedTabId();
let inspectedUrl = '';
const SETTINGS_KEY = 'panelSettings';

const after = (milliseconds: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
};
const model = createPanelModel({ rules: panelRules, now: Date.now, after, savedFilters: localStorage });
const gathering = gatherChanges(
  { records: model.records.apply, navigated: model.records.navigated },
  () => performance.now(),
  after,
);
const capture = createCapture({
  rules: { ...panelRules, validateEvent: (event) => checkEventAs(event, model.entity.peek()) },
  // Secrets are hidden before anything is shown, kept or copied.
  sink: {
    records: (changed) => gathering.records(changed.map(withoutSecrets)),
    navigated: gathering.navigated,
    frames: model.frames.set,
  },
  now: Date.now,
  newId: () => crypto.randomUUID(),
  after,
});

const showWatching = async (): Promise<void> => {
  model.watching.value = await readWatching(inspectedUrl);
};
const registry = createRegistryModel({ ask: askRegistry, now: Date.now });
const registrySessionNow = signal<RegistrySession | null>(null);
const showEntity = async (): Promise<void> => {
  // Watching does not wait for identities: without the background there is just no entity to show.
  const state = await askIdentity('state', {}).catch(() => null);
  model.entity.value = state && activeEntity(state);
  registrySessionNow.value = state && registrySession(state);
};

// What comes in waits until the kept session is in its place.
const gate = createGate();
const loads = createPageLoads(Date.now, () => {
  if (model.settings.value.preserveLog) return;
  gathering.flush();
  model.records.clear();
  model.records.forget();
});
const history = createSessionHistory({
  openStorage: openSessionDb,
  browserSession: readBrowserSession,
  tabId,
  list: model.records,
  progress: capture.progress,
  now: Date.now,
  after,
  tell: (text) => model.toasts.show({ tone: 'bad', text }),
});
window.addEventListener('pagehide', () => {
  gathering.flush();
  // Nobody can undo a clearing any more.
  model.records.forget();
  history.flush();
});

listenRelays(tabId, {
  receive: (connection, message) =>
    gate.pass(() => {
      const arrived = topDocumentKey(connection.frameId, message);
      if (arrived !== null) loads.arrived(arrived);
      capture.receive(connection, message);
    }),
  disconnected: (connection) => gate.pass(() => capture.disconnected(connection)),
});
listenFinishedRequests((request) => gate.pass(() => void capture.requestFinished(request)));
listenNavigations((url) => {
  inspectedUrl = url;
  badge.again();
  gate.pass(() => {
    loads.navigated();
    if (model.settings.value.preserveLog) capture.navigated(url);
  });
  void showWatching();
});
listenWatching(() => void showWatching());
listenForIdentityChange(() => void showEntity());
followTheme((theme) => {
  document.documentElement.dataset.theme = theme;
});
const badge = createBadgeFollower({
  list: model.records,
  wrong: () => model.records.counts.peek().wrong,
  after,
  show: (wrong) => void showBadge(tabId, wrong),
});
setInterval(() => {
  model.clock.value = Date.now();
}, 1000);

const actions: PanelActions = {
  onFire: capture.fire,
  async onWatch() {
    const granted = await watchSite(inspectedUrl);
    return granted
      ? succeed(null)
      : fail({ message: `${model.watching.value.host} is not watched: access was not given.` });
  },
  async onStopWatching() {
    await stopWatchingSite(inspectedUrl);
    return succeed(null);
  },
  onRecord: capture.record,
  onClear: capture.forget,
  onReload: reloadInspected,
  onLookAgain: () => void tellRelays(tabId, { type: 'panel-opened' }),
  async onCopy(text) {
    return (await copyText(text))
      ? succeed(null)
      : fail({ message: 'The browser did not let the panel copy. Select the text and copy it by hand.' });
  },
  onOpenReference: (kind) => openOwnPage(`reference.html#${kind}`),
};

const root = document.getElementById('app');
if (root) {
  render(<Panel model={model} actions={actions} registry={<Registry />} />, root);
  window.telemetryPanel = {
    records: () => {
      gathering.flush();
      return model.records.all();
    },
  };
  void open(root);
}

function Registry() {
  return <RegistryView model={registry} session={registrySessionNow.value} onOpenSettings={openOptions} />;
}

async function open(panel: HTMLElement): Promise<void> {
  inspectedUrl = await askInspectedUrl();
  await takeUpSession();
  await Promise.all([showWatching(), showEntity(), model.saved.load(), tellRelays(tabId, { type: 'panel-opened' })]);
  panel.dataset.ready = 'true';
}

/** Puts the kept session into its place, then lets in what has come meanwhile, and keeps the session from then on. */
async function takeUpSession(): Promise<void> {
  model.settings.value = readSettings(await localStorage.get(SETTINGS_KEY).catch(() => undefined));
  const kept = await history.load(model.settings.value.keepFor);
  if (kept) {
    capture.restore(kept.records, kept.head.progress);
    model.records.apply(kept.records);
    for (const mark of kept.head.marks) model.records.navigated(mark);
  }
  let stored = model.settings.value;
  effect(() => {
    const chosen = model.settings.value;
    history.choose(chosen.keepFor);
    if (chosen !== stored) void localStorage.set(SETTINGS_KEY, chosen);
    stored = chosen;
  });
  gate.open();
  badge.again();
}

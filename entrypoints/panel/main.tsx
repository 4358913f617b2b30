import { render } from 'preact';
import { Panel } from '../../components/panel/Panel';
import { askIdentity, listenForIdentityChange } from '../../lib/browser/background-requests';
import { copyText } from '../../lib/browser/clipboard';
import {
  askInspectedUrl,
  followTheme,
  inspectedTabId,
  listenNavigations,
  reloadInspected,
} from '../../lib/browser/devtools';
import { listenFinishedRequests } from '../../lib/browser/network';
import { listenRelays, tellRelays } from '../../lib/browser/relay-ports';
import { openOwnPage } from '../../lib/browser/tabs';
import { listenWatching, readWatching, stopWatchingSite, watchSite } from '../../lib/browser/watching';
import { createCapture } from '../../lib/capture/capture';
import type { TelemetryRecord } from '../../lib/journey/record';
import { activeEntity } from '../../lib/messaging/active-entity';
import type { PanelActions } from '../../lib/panel/panel-actions';
import { createPanelModel } from '../../lib/panel/panel-model';
import { panelRules } from '../../lib/panel/panel-rules';
import { fail, succeed } from '../../lib/result';

declare global {
  interface Window {
    /** What the panel holds, as plain data, for scripts that drive the panel. No token is ever part of it. */
    telemetryPanel?: { readonly records: () => readonly TelemetryRecord[] };
  }
}

// Everything that listens is set up before this module ends: what DevTools has to tell must find somebody to tell it to.
const tabId = inspectedTabId();
let inspectedUrl = '';

const after = (milliseconds: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
};
const model = createPanelModel({ rules: panelRules, now: Date.now, after });
const capture = createCapture({
  rules: panelRules,
  sink: { records: model.records.apply, navigated: model.records.navigated, frames: model.frames.set },
  now: Date.now,
  newId: () => crypto.randomUUID(),
  after,
});

const showWatching = async (): Promise<void> => {
  model.watching.value = await readWatching(inspectedUrl);
};
const showEntity = async (): Promise<void> => {
  // Watching does not wait for identities: without the background there is just no entity to show.
  const state = await askIdentity('state', {}).catch(() => null);
  model.entity.value = state && activeEntity(state);
};

listenRelays(tabId, capture);
listenFinishedRequests((request) => void capture.requestFinished(request));
listenNavigations((url) => {
  inspectedUrl = url;
  capture.navigated(url);
  void showWatching();
});
listenWatching(() => void showWatching());
listenForIdentityChange(() => void showEntity());
followTheme((theme) => {
  document.documentElement.dataset.theme = theme;
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
  render(<Panel model={model} actions={actions} />, root);
  window.telemetryPanel = { records: model.records.all };
  void open(root);
}

async function open(panel: HTMLElement): Promise<void> {
  inspectedUrl = await askInspectedUrl();
  await Promise.all([showWatching(), showEntity(), tellRelays(tabId, { type: 'panel-opened' })]);
  panel.dataset.ready = 'true';
}

import { render } from 'preact';
import { PopupScreen } from '#components/popup/PopupScreen.tsx';
import { i18n } from '#i18n';
import '#components/kit/theme/theme.css';
import '#components/popup/popup-screen.css';
import { namePage } from '#components/i18n/page-language.ts';
import { createPopupModel } from '#components/popup/model/popup-model.ts';
import { after } from '#extension/after';
import { requestHostAccess } from '#extension/browser/background/permissions';
import { askIdentity } from '#extension/browser/identity-requests';
import { listenForIdentityChange } from '#extension/browser/identity-updates';
import { openPanelWindow } from '#extension/browser/panel/open-panel-window';
import { openOptions, readActiveTab } from '#extension/browser/tabs';
import { listenWatching, readWatching, stopWatchingSite, watchSite } from '#extension/browser/watching';

// Kept from the last reading: a site is watched straight from the click, with no time to look up its address.
let siteUrl = '';

const model = createPopupModel({
  ask: askIdentity,
  requestPermission: requestHostAccess,
  readTab: readActiveTab,
  openOptions: () => {
    openOptions();
    window.close();
  },
  openPanel: (tabId) => void openPanelWindow(tabId).then(() => window.close()),
  copy: (text) => navigator.clipboard.writeText(text),
  now: Date.now,
  later: after,
  site: {
    read: async () => {
      siteUrl = (await readActiveTab())?.url ?? '';
      return readWatching(siteUrl);
    },
    watch: () => watchSite(siteUrl),
    stop: () => stopWatchingSite(siteUrl),
  },
});

listenForIdentityChange(() => void model.load());
listenWatching(() => void model.load());
setInterval(model.tick, 1000);
void model.load();

namePage(document, i18n.t('page.popup'));
const root = document.getElementById('root');
if (root !== null) render(<PopupScreen model={model} />, root);

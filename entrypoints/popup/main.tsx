import { render } from 'preact';
import { i18n } from '#i18n';
import { PopupScreen } from '../../components/popup/PopupScreen';
import '../../components/ui/look.css';
import '../../components/popup/popup.css';
import { askIdentity } from '../../lib/browser/background-requests';
import { listenForIdentityChange } from '../../lib/browser/identity-state';
import { openPanelWindow } from '../../lib/browser/panel-window';
import { requestHostAccess } from '../../lib/browser/permissions';
import { openOptions, readActiveTab } from '../../lib/browser/tabs';
import { listenWatching, readWatching, stopWatchingSite, watchSite } from '../../lib/browser/watching';
import { createPopupModel } from '../../lib/popup/popup-model';
import { namePage } from '../../lib/words/page-language';

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
  newId: () => crypto.randomUUID(),
  later: (delay, work) => {
    const timer = setTimeout(work, delay);
    return () => clearTimeout(timer);
  },
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

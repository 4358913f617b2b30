import { setTimer } from '#extension/browser-scheduler';
import { requestHostAccess } from './background/permissions';
import { download } from './download';
import { askIdentity } from './identity-requests';
import { languageStorage } from './language-choice';
import { captureStorage, panelSettingsStorage } from './stored-captures';
import { openWelcome } from './tabs';
import { themeStorage } from './theme-choice';
import { siteStorage } from './watching';

/** What the options page needs of the browser. */
export const optionsHost = {
  ask: askIdentity,
  requestPermission: requestHostAccess,
  setTimer,
  rest: () => new Promise<void>((resolve) => setTimeout(resolve)),
  download,
  openWelcome,
  ...languageStorage,
  ...themeStorage,
  ...siteStorage,
  ...captureStorage,
  ...panelSettingsStorage,
};

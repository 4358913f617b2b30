import { render } from 'preact';
import { OptionsScreen } from '#components/options/OptionsScreen.tsx';
import '#components/kit/theme/theme.css';
import '#components/popup/popup-screen.css';
import '#components/options/options-screen.css';
import { startLanguage } from '#components/i18n/page-language.ts';
import { createOptionsModel } from '#components/options/options-model.ts';
import { requestHostAccess } from '#extension/browser/background/permissions';
import { download } from '#extension/browser/download';
import { askIdentity } from '#extension/browser/identity-requests';
import { listenForIdentityChange } from '#extension/browser/identity-updates';
import { languageStorage } from '#extension/browser/language-choice';
import { createPageTexts } from '#extension/browser/page-texts';
import { captureStorage, panelSettingsStorage } from '#extension/browser/stored-captures';
import { openWelcome } from '#extension/browser/tabs';
import { startTheme, themeStorage } from '#extension/browser/theme-choice';
import { listenWatching, siteStorage } from '#extension/browser/watching';
import { setTimer } from '#extension/browser-scheduler';

startTheme(document);
const model = createOptionsModel({
  ask: askIdentity,
  requestPermission: requestHostAccess,
  setTimer: setTimer,
  rest: () => new Promise((resolve) => setTimeout(resolve)),
  download,
  openWelcome,
  ...languageStorage,
  ...themeStorage,
  ...siteStorage,
  ...captureStorage,
  ...panelSettingsStorage,
});

listenForIdentityChange(() => void model.load());
listenWatching(() => void model.preferences.load());
const root = document.getElementById('root');
void startLanguage({ source: createPageTexts('options'), page: document, titleKey: 'page.options' }).then(() => {
  void model.load();
  if (root !== null) render(<OptionsScreen model={model} />, root);
});

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
import { openWelcome } from '#extension/browser/tabs';
import { setTimer } from '#extension/browser-scheduler';

const model = createOptionsModel({
  ask: askIdentity,
  requestPermission: requestHostAccess,
  setTimer: setTimer,
  rest: () => new Promise((resolve) => setTimeout(resolve)),
  download,
  openWelcome,
  ...languageStorage,
});

listenForIdentityChange(() => void model.load());
const root = document.getElementById('root');
void startLanguage({ source: createPageTexts('options'), page: document, titleKey: 'page.options' }).then(() => {
  void model.load();
  if (root !== null) render(<OptionsScreen model={model} />, root);
});

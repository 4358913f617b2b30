import { render } from 'preact';
import { PopupScreen } from '#components/popup/PopupScreen.tsx';
import '#components/kit/theme/theme.css';
import '#components/popup/popup-screen.css';
import { startLanguage } from '#components/i18n/page-language.ts';
import { createPopupModel } from '#components/popup/model/popup-model.ts';
import { onIdentityChange } from '#extension/browser/identity-updates';
import { createPageTexts } from '#extension/browser/page-texts';
import { createPopupHost } from '#extension/browser/popup-host';
import { startTheme } from '#extension/browser/theme-storage';
import { onWatchingChange } from '#extension/browser/watching';
import { setTimer } from '#extension/browser-scheduler';

startTheme(document);
const model = createPopupModel({ ...createPopupHost(), now: Date.now, setTimer });
const texts = startLanguage({ source: createPageTexts('popup'), page: document, titleKey: 'page.popup' });

onIdentityChange(() => void model.load());
onWatchingChange(() => void model.load());
setInterval(model.tick, 1000);
void texts.then(model.load);

const root = document.getElementById('root');
void texts.then(() => {
  if (root !== null) render(<PopupScreen model={model} />, root);
});

import { render } from 'preact';
import { PopupScreen } from '#components/popup/PopupScreen.tsx';
import { i18n } from '#i18n';
import '#components/kit/theme/theme.css';
import '#components/popup/popup-screen.css';
import { setPageLanguage } from '#components/i18n/page-language.ts';
import { createPopupModel } from '#components/popup/model/popup-model.ts';
import { listenForIdentityChange } from '#extension/browser/identity-updates';
import { createPopupHost } from '#extension/browser/popup-host';
import { listenWatching } from '#extension/browser/watching';
import { setTimer } from '#extension/browser-scheduler';

const model = createPopupModel({ ...createPopupHost(), now: Date.now, setTimer: setTimer });

listenForIdentityChange(() => void model.load());
listenWatching(() => void model.load());
setInterval(model.tick, 1000);
void model.load();

setPageLanguage(document, i18n.t('page.popup'));
const root = document.getElementById('root');
if (root !== null) render(<PopupScreen model={model} />, root);

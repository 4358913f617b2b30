import { render } from 'preact';
import { OptionsScreen } from '#components/options/OptionsScreen.tsx';
import { i18n } from '#i18n';
import '#components/kit/theme/theme.css';
import '#components/popup/popup-screen.css';
import '#components/options/options-screen.css';
import { setPageLanguage } from '#components/i18n/page-language.ts';
import { createOptionsModel } from '#components/options/options-model.ts';
import { requestHostAccess } from '#extension/browser/background/permissions';
import { download } from '#extension/browser/download';
import { askIdentity } from '#extension/browser/identity-requests';
import { listenForIdentityChange } from '#extension/browser/identity-updates';
import { setTimer } from '#extension/browser-scheduler';

const model = createOptionsModel({
  ask: askIdentity,
  requestPermission: requestHostAccess,
  setTimer: setTimer,
  rest: () => new Promise((resolve) => setTimeout(resolve)),
  download,
});

listenForIdentityChange(() => void model.load());
void model.load();

setPageLanguage(document, i18n.t('page.options'));
const root = document.getElementById('root');
if (root !== null) render(<OptionsScreen model={model} />, root);

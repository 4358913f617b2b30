import { render } from 'preact';
import { OptionsScreen } from '#components/options/OptionsScreen.tsx';
import '#components/kit/theme/theme.css';
import '#components/popup/popup-screen.css';
import '#components/options/options-screen.css';
import { startLanguage } from '#components/i18n/page-language.ts';
import { createOptionsModel } from '#components/options/options-model.ts';
import { onIdentityChange } from '#extension/browser/identity-updates';
import { optionsHost } from '#extension/browser/options-host';
import { createPageTexts } from '#extension/browser/page-texts';
import { startTheme } from '#extension/browser/theme-storage';
import { onWatchingChange } from '#extension/browser/watching';

startTheme(document);
const model = createOptionsModel(optionsHost);
onIdentityChange(() => void model.load());
onWatchingChange(() => void model.preferences.load());
const root = document.getElementById('root');
void startLanguage({ source: createPageTexts('options'), page: document, titleKey: 'page.options' }).then(() => {
  void model.load();
  if (root !== null) render(<OptionsScreen model={model} />, root);
});

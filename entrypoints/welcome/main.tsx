import { render } from 'preact';
import { WelcomePage } from '#components/welcome/WelcomePage.tsx';
import '#components/kit/theme/theme.css';
import '#components/welcome/welcome-page.css';
import { devtoolsKey } from '#components/i18n/devtools-key.ts';
import { startLanguage } from '#components/i18n/page-language.ts';
import { createPageTexts } from '#extension/browser/page-texts';
import { startTheme } from '#extension/browser/theme-storage';

startTheme(document);
const root = document.getElementById('root');
void startLanguage({ source: createPageTexts('welcome'), page: document, titleKey: 'page.welcome' }).then(() => {
  if (root) render(<WelcomePage devtoolsKey={devtoolsKey(navigator.userAgent)} />, root);
});

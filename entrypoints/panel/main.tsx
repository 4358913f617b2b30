import { loadFindingTexts } from '#components/i18n/load-definition-texts.ts';
import { setPageLanguage } from '#components/i18n/page-language.ts';
import { startPanel } from '#components/panel/shell/start-panel.tsx';
import { createPanelHost } from '#extension/browser/panel/create-panel-host';
import { i18n } from '#i18n';

const host = createPanelHost(async () => (await import('#page/hook/fire-guard')).guardNextEvent);

setPageLanguage(document, i18n.t('page.panel'));
const root = document.getElementById('app');
// No top-level await: the imported chunk waits for this one, which would deadlock.
void loadFindingTexts().then(() => {
  if (root) window.telemetryPanel = startPanel(root, host);
});

import { startLanguage } from '#components/i18n/page-language.ts';
import { startPanel } from '#components/panel/shell/start-panel.tsx';
import { createPageTexts } from '#extension/browser/page-texts';
import { createPanelHost } from '#extension/browser/panel/create-panel-host';

// `panel.html?sample` in a tab shows the sample capture, without an inspected page.
const host =
  location.search === '?sample'
    ? import('#extension/browser/panel/sample-host').then(({ createSampleHost }) => createSampleHost())
    : createPanelHost(async () => (await import('#page/hook/fire-guard')).guardNextEvent);

const root = document.getElementById('app');
// A top-level await would deadlock: the loaded modules import this chunk.
const texts = { source: createPageTexts('panel'), page: document, titleKey: 'page.panel' } as const;
void startLanguage(texts).then(async () => {
  if (root) window.telemetryPanel = startPanel(root, await host);
});

import { startLanguage } from '#components/i18n/page-language.ts';
import { startCollected } from '#components/panel/collector/start-collected.ts';
import { startFiles } from '#components/panel/collector/start-files.ts';
import { startPanel } from '#components/panel/shell/start-panel.tsx';
import { createCollectorHost } from '#web/collector-host';
import { askCollector, readCollector, toSourceFiles } from '#web/collector-requests';
import { createCollectorSource } from '#web/collector-source';
import { collectorTexts } from '#web/collector-texts';
import { subscribeToPositions } from '#web/position-stream';

const root = document.getElementById('app');
const texts = { source: collectorTexts, page: document, titleKey: 'page.panel' } as const;
const reading = readCollector();
void startLanguage(texts).then(async () => {
  if (root === null) return;
  const collector = await reading;
  const { files } = collector;
  window.telemetryPanel = startPanel(root, createCollectorHost(collector), (stores) =>
    files === null
      ? startCollected(stores, ({ setTimer, now }) =>
          createCollectorSource({
            ask: askCollector,
            subscribeToPositions: (listener) => subscribeToPositions(listener, setTimer),
            setTimer,
            now,
          }),
        )
      : startFiles(stores, toSourceFiles(files)),
  );
});

import { startLanguage } from '#components/i18n/page-language.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import type { Recording } from '#components/panel/captures/recording.ts';
import { startCollected } from '#components/panel/collector/start-collected.ts';
import { importingStore } from '#components/panel/import-export/importing.ts';
import { startPanel } from '#components/panel/shell/start-panel.tsx';
import type { RecordSource } from '#panel/record-source';
import { createCollectorHost } from '#web/collector-host';
import { askCollector, readCollector, toSourceFiles } from '#web/collector-requests';
import { createCollectorSource } from '#web/collector-source';
import { collectorTexts } from '#web/collector-texts';
import { listenPositions } from '#web/position-stream';

const root = document.getElementById('app');
const texts = { source: collectorTexts, page: document, titleKey: 'page.panel' } as const;
const collector = readCollector();
void startLanguage(texts).then(async () => {
  if (root === null) return;
  const { files, ...rest } = await collector;
  window.telemetryPanel = startPanel(root, createCollectorHost({ files, ...rest }), (stores) =>
    files === null ? startLive(stores) : startFiles(stores, files),
  );
});

function startLive(stores: Stores): Recording {
  return startCollected(stores, ({ after }) =>
    createCollectorSource({
      ask: askCollector,
      listenPositions: (listener) => listenPositions(listener, after),
      after,
    }),
  );
}

const noSource: RecordSource = { start: async () => {}, clear: async () => true, order: async () => false };

/** Opens files as captures beside the list, which stays empty. */
function startFiles(stores: Stores, names: readonly string[]): Recording {
  const recording = startCollected(stores, () => noSource);
  return {
    ...recording,
    async takeUp() {
      await recording.takeUp();
      await stores.get(importingStore).read(toSourceFiles(names));
    },
  };
}

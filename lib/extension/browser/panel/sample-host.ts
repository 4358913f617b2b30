import { browser } from 'wxt/browser';
import * as z from '#core/util/zod';
import { i18n } from '#i18n';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import { copyText } from '#panel/clipboard';
import { saveFile } from '#panel/download';
import { createNoTab, pagelessActions, pagelessHost } from '#panel/pageless-host';
import type { PanelHost } from '#panel/panel-host';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { createMemorySchemaSets } from '#panel/schemas/schema-set-storage';
import { openExtensionPage, openOptions, ownUserGuideOpener } from '../tabs';
import { subscribeToTheme } from '../theme-storage';
import { extensionVersion } from './version';

/** The stored reports of a relay on the demo's lesson page, which `demo/sample/record-sample.ts` writes. */
const sampleSchema = z.object({
  url: z.string(),
  title: z.string(),
  observations: z.array(z.object({ seq: z.int(), text: z.string() })),
});

/**
 * Creates the host of a panel that shows the sample: without an inspected page and without storage.
 * The panel processes the recorded reports of the sample's relay like those of a page.
 */
export function createSampleHost(): PanelHost {
  let relays: RelayListener | null = null;
  return {
    ...pagelessHost,
    tab: createNoTab({ hostType: 'sample', subscribeToTheme }),
    version: extensionVersion(),
    storage: createMemoryStore(),
    actions: {
      ...pagelessActions,
      onSave: ({ name, parts, mimeType }) => saveFile(name, parts, mimeType),
      onCopy: copyText,
      openSchemaSets: async () => createMemorySchemaSets(),
      onOpenReference: (anchor) => void openExtensionPage(`reference.html#${anchor}`),
      onOpenGuide: () => void openExtensionPage('welcome.html'),
      onOpenUserGuide: ownUserGuideOpener(),
      onOpenOptions: openOptions,
    },
    subscribeToRelays: (listener) => {
      relays = listener;
    },
    readBrowserSession: async () => 'sample',
    syncSite(onWatching) {
      const host = i18n.t('panel.sample.title');
      return {
        read: async () => onWatching({ state: 'watched', host }),
        async watch() {
          onWatching({ state: 'watched', host });
          return true;
        },
        stopWatching: async () => onWatching({ state: 'not-watched', host }),
      };
    },
    async callRelays() {
      if (relays !== null) await playSample(relays);
      return true;
    },
  };
}

/** Passes the recorded reports to the panel. */
async function playSample(relays: RelayListener): Promise<void> {
  const response = await fetch(browser.runtime.getURL('/sample-capture.json' as '/panel.html'));
  const { url, title, observations } = sampleSchema.parse(await response.json());
  const connection: RelayConnection = { frameId: 0, documentId: 'sample', url, post: () => undefined };
  relays.receive(connection, { type: 'document', documentKey: 'sample', url, title });
  relays.receive(connection, { type: 'log', dropped: 0, observations });
}

import { copyText } from '#panel/clipboard';
import { saveFile } from '#panel/download';
import { createNoTab, pagelessActions, pagelessHost } from '#panel/pageless-host';
import type { PanelHost } from '#panel/panel-host';
import { openSchemaDatabase } from '#panel/schemas/schema-database';
import { userGuideOpener } from '#panel/user-guide';
import { type Collector, postToOwnCollector, sendCommand } from './collector-requests';
import { createLocalStore } from './local-store';

/**
 * Creates the host of a panel that a collector serves.
 * The records come from the collector, and no tab is inspected.
 */
export function createCollectorHost({ version, homepage, url, upstream, files }: Collector): PanelHost {
  const watching = { state: 'watched', host: files === null ? url : files.join(', ') } as const;
  return {
    ...pagelessHost,
    // The style sheet follows the color scheme of the browser.
    tab: createNoTab({ hostType: files === null ? 'collector' : 'files', subscribeToTheme: (apply) => apply(null) }),
    version,
    storage: createLocalStore(),
    actions: {
      ...pagelessActions,
      ...(files === null && { ownCollector: { url, upstream }, postToCollector: postToOwnCollector }),
      guardFire: ({ documentId, method, data, cdataEntry }) =>
        sendCommand({
          documentId,
          command: { type: 'guard', method, dataJson: JSON.stringify(data ?? null), cdataEntry },
        }),
      onSave: ({ name, parts, mimeType }) => saveFile(name, parts, mimeType),
      onCopy: copyText,
      openSchemaSets: openSchemaDatabase,
      // Only the extension has the reference and the welcome page.
      onOpenReference: null,
      onOpenGuide: null,
      onOpenUserGuide: userGuideOpener(homepage),
      onOpenOptions: () => undefined,
    },
    subscribeToRelays: () => undefined,
    readBrowserSession: async () => 'collector',
    syncSite: (onWatching) => ({
      read: async () => onWatching(watching),
      watch: async () => true,
      stopWatching: async () => undefined,
    }),
    callRelays: async () => true,
  };
}

import { copyText } from '#panel/clipboard';
import { saveFile } from '#panel/download';
import { createNoTab, pagelessActions, pagelessHost } from '#panel/pageless-host';
import type { PanelHost } from '#panel/panel-host';
import { openSchemaDatabase } from '#panel/schemas/schema-database';
import { userGuideOpener } from '#panel/user-guide';
import { type Collector, orderDocument, postToOwnCollector } from './collector-requests';
import { createLocalStore } from './local-store';

/** Creates the host of the panel as a page of a collector: the records come from the collector, and no page is inspected. */
export function createCollectorHost({ version, homepage, url, upstream, files }: Collector): PanelHost {
  const watching = { state: 'watched', host: files === null ? url : files.join(', ') } as const;
  return {
    ...pagelessHost,
    // The style sheet follows the browser.
    tab: createNoTab({ place: files === null ? 'collector' : 'files', followTheme: (apply) => apply(null) }),
    version,
    storage: createLocalStore(),
    actions: {
      ...pagelessActions,
      ...(files === null && { ownCollector: { url, upstream }, postToCollector: postToOwnCollector }),
      guardFire: ({ documentId, method, data, mark }) =>
        orderDocument({ documentId, order: { type: 'guard', method, dataJson: JSON.stringify(data ?? null), mark } }),
      onSave: ({ name, parts, mimeType }) => saveFile(name, parts, mimeType),
      onCopy: copyText,
      openSchemaSets: openSchemaDatabase,
      // The reference and the welcome page are pages of the extension.
      onOpenReference: null,
      onOpenGuide: null,
      onOpenUserGuide: userGuideOpener(homepage),
      onOpenOptions: () => undefined,
    },
    listenRelays: () => undefined,
    readBrowserSession: async () => 'collector',
    followSite: (onWatching) => ({
      read: async () => onWatching(watching),
      watch: async () => true,
      stopWatching: async () => undefined,
    }),
    callRelays: async () => true,
  };
}

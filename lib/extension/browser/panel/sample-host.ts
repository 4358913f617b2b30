import { browser } from 'wxt/browser';
import { fail } from '#core/util/result';
import * as z from '#core/util/zod';
import { i18n } from '#i18n';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import type { InspectedTab } from '#panel/inspected-tab';
import type { PanelHost } from '#panel/panel-host';
import { noLock } from '#panel/persistence/capture-lock';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { createMemorySchemaSets } from '#panel/schemas/schema-set-storage';
import { copyText } from '../clipboard';
import { saveFile } from '../download';
import { openOptions, openOwnPage, userGuideOpener } from '../tabs';
import { followThemeChoice } from '../theme-choice';
import { extensionVersion } from './version';

/** Reports of a relay on the demo's lesson: `demo/sample/record-sample.ts` writes them. */
const sampleSchema = z.object({
  url: z.string(),
  title: z.string(),
  observations: z.array(z.object({ seq: z.int(), text: z.string() })),
});

/** No tab has this id. */
const NO_TAB = -1;

/**
 * The host of a panel that shows the sample: it has no inspected page, and stores nothing.
 * The panel processes the recorded reports of the sample's relay as those of a page.
 */
export function createSampleHost(): PanelHost {
  let relays: RelayListener | null = null;
  return {
    tab: sampleTab(),
    version: extensionVersion(),
    storage: createMemoryStore(),
    actions: {
      guardFire: async () => false,
      askAccess: async () => false,
      postToCollector: async () => fail({ reason: 'no-background', detail: '' }),
      askRegistry: async () => fail({ reason: 'no-background', detail: '' }),
      onReload: () => location.reload(),
      onOpenWindow: () => undefined,
      onOpenPopup: () => undefined,
      onSave: ({ name, parts, mimeType }) => saveFile(name, parts, mimeType),
      onCopy: copyText,
      openStoredCaptures: async () => ({
        list: async () => [],
        read: async () => null,
        values: async () => null,
        remove: async () => undefined,
      }),
      openSchemaSets: async () => createMemorySchemaSets(),
      onOpenReference: (anchor) => void openOwnPage(`reference.html#${anchor}`),
      onOpenGuide: () => void openOwnPage('welcome.html'),
      onOpenUserGuide: userGuideOpener(),
      onOpenOptions: openOptions,
      onOpenSource: async () => false,
    },
    listenRelays: (listener) => {
      relays = listener;
    },
    openCaptures: async () => ({
      heads: async () => [],
      records: async () => [],
      put: async () => undefined,
      write: async () => undefined,
      putValues: async () => undefined,
      values: async () => undefined,
      remove: async () => undefined,
      removeAllBut: async () => undefined,
    }),
    deleteEarlierCaptures: async () => false,
    readBrowserSession: async () => 'sample',
    acquireCaptureLock: () => noLock,
    takeUnloadedPages: async () => [],
    listenUnwatchedLogs: () => undefined,
    followSite(onWatching) {
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
    followEntity: () => ({ read: async () => undefined }),
    async callRelays() {
      if (relays !== null) await playSample(relays);
      return true;
    },
    showBadge: () => undefined,
    listenClosed: () => undefined,
  };
}

function sampleTab(): InspectedTab {
  return {
    tabId: NO_TAB,
    place: 'sample',
    askUrl: async () => '',
    reload: () => location.reload(),
    openSource: async () => false,
    listenNavigations: () => undefined,
    listenAddress: () => undefined,
    listenFinishedRequests: () => undefined,
    readNetworkLog: async () => [],
    listenClosed: () => undefined,
    listenSearch: () => undefined,
    followTheme: followThemeChoice,
  };
}

/** Reports to the panel what the sample's page did. */
async function playSample(relays: RelayListener): Promise<void> {
  const response = await fetch(browser.runtime.getURL('/sample-capture.json' as '/panel.html'));
  const { url, title, observations } = sampleSchema.parse(await response.json());
  const connection: RelayConnection = { frameId: 0, documentId: 'sample', url, post: () => undefined };
  relays.receive(connection, { type: 'document', documentKey: 'sample', url, title });
  relays.receive(connection, { type: 'log', dropped: 0, observations });
}

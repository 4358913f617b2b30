import { browser } from 'wxt/browser';
import { createTopDocuments } from '#panel/capture/top-documents';
import type { InspectedTab } from '#panel/inspected-tab';
import { subscribeToTheme } from '../theme-storage';
import { subscribeToRelays } from './relay-ports';

/**
 * Creates the inspected tab of a panel in a separate window.
 * Without DevTools, the page's own relays report its loads. The browser reports the tab if the user granted access to
 * its site.
 */
export function inspectTabById(tabId: number): InspectedTab {
  const readUrl = async (): Promise<string> => (await readTab(tabId))?.url ?? '';
  return {
    tabId,
    hostType: 'window',
    readUrl,
    reload: () => void browser.tabs.reload(tabId).catch(() => undefined),
    onNavigation(listener) {
      const documents = createTopDocuments((url) => listener(url, Promise.resolve(true)));
      subscribeToRelays(tabId, { receive: documents.handleMessage, disconnected: () => undefined });
    },
    onUrlChange(listener) {
      browser.tabs.onUpdated.addListener((updatedId, { status, url }) => {
        if (updatedId === tabId && (status === 'loading' || url !== undefined)) void readUrl().then(listener);
      });
    },
    // Only DevTools provides these. The panel window uses the page's own reports.
    onRequestFinished: () => undefined,
    readNetworkLog: async () => [],
    openSource: async () => false,
    onTabClosed(listener) {
      browser.tabs.onRemoved.addListener((removedId) => {
        if (removedId === tabId) listener();
      });
      void readTab(tabId).then((tab) => tab ?? listener());
    },
    onSearch: () => undefined,
    subscribeToTheme,
  };
}

/** Reports the tab's title and each change. The title is empty if the browser does not reveal it. */
export function subscribeToTabTitle(tabId: number, onTitle: (title: string) => void): void {
  const read = async (): Promise<void> => onTitle((await readTab(tabId))?.title ?? '');
  browser.tabs.onUpdated.addListener((updatedId) => {
    if (updatedId === tabId) void read();
  });
  void read();
}

/** Returns the tab, or `null` if it is closed. */
function readTab(tabId: number) {
  return browser.tabs.get(tabId).catch(() => null);
}

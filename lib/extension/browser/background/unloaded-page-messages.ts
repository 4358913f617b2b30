import { browser } from 'wxt/browser';
import { createUnloadedPages, type UnloadedPages } from '#extension/background/unloaded-pages/unloaded-pages';
import { setTimer } from '#extension/browser-scheduler';
import { unloadedPagesService } from '#extension/protocol/unloaded-pages-protocol';
import { serveRpc } from '../serve-rpc';
import { sessionStorage } from '../storage';

/**
 * Stores the logs of pages that unload while no panel is open, unless `shouldStore` is false.
 * Call in the background.
 */
export function startUnloadedPages(shouldStore: () => Promise<boolean>): UnloadedPages {
  const pages = createUnloadedPages({
    storage: sessionStorage,
    shouldStore,
    now: Date.now,
    setTimer,
  });
  browser.tabs.onRemoved.addListener((tabId) => void pages.forgetTab(tabId).catch(() => undefined));
  serveRpc(unloadedPagesService, { take: async ({ tabId }) => [...(await pages.take(tabId))] });
  return pages;
}

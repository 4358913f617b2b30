import { browser } from 'wxt/browser';
import { createLeftPages, type LeftPages } from '#extension/background/unloaded-pages/unloaded-pages';
import { after } from '#extension/browser-scheduler';
import { unloadedPagesService } from '#extension/protocol/unloaded-pages-protocol';
import { serveRpc } from '../serve-rpc';
import { sessionStorage } from '../storage';

/** In the background: keeps what pages did last while no panel was open, where the person wants that kept. */
export function startLeftPages(isKept: () => Promise<boolean>): LeftPages {
  const pages = createLeftPages({
    storage: sessionStorage,
    isKept,
    now: Date.now,
    after,
  });
  browser.tabs.onRemoved.addListener((tabId) => void pages.forgetTab(tabId).catch(() => undefined));
  serveRpc(unloadedPagesService, { take: async ({ tabId }) => [...(await pages.take(tabId))] });
  return pages;
}

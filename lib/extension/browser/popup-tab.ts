import { browser } from 'wxt/browser';
import * as z from '#core/util/zod';
import { popupService } from '#extension/protocol/popup-protocol';
import { rpcClient } from './rpc-call';
import { readActiveTab } from './tabs';

const TAB = 'tab';

/** Returns the path of the popup's page for a tab, for a separate window. */
export function popupPath(tabId: number): string {
  return `popup.html?${new URLSearchParams({ [TAB]: `${tabId}` })}`;
}

/**
 * Returns a function that reads the popup's tab.
 * This is the tab in the page's URL, else the tab that a panel opened the popup for, else the active tab.
 */
export function findPopupTab(): () => Promise<{ readonly id: number; readonly url: string } | null> {
  const tabParameter = new URLSearchParams(location.search).get(TAB);
  const target = tabParameter === null ? takeTab() : Promise.resolve(parseTabId(tabParameter));
  return async () => {
    const tabId = await target;
    if (tabId === null) return readActiveTab();
    const tab = await browser.tabs.get(tabId).catch(() => null);
    return tab && { id: tabId, url: tab.url ?? '' };
  };
}

function parseTabId(text: string): number | null {
  const tabId = z.coerce.number().check(z.int()).safeParse(text);
  return tabId.success ? tabId.data : null;
}

async function takeTab(): Promise<number | null> {
  const response = await rpcClient(popupService)('takeTab', {});
  return response.ok ? (response.value?.tabId ?? null) : null;
}

import { browser } from 'wxt/browser';
import * as z from '#core/util/zod';
import { popupService } from '#extension/protocol/popup-protocol';
import { rpcClient } from './rpc-call';
import { readActiveTab } from './tabs';

const TAB = 'tab';

/** The path of the popup's page for a tab, for a window of its own. */
export function popupPath(tabId: number): string {
  return `popup.html?${new URLSearchParams({ [TAB]: `${tabId}` })}`;
}

/**
 * Finds the tab that the popup is about: the one in its address, the one that a panel opened it for, else the tab that the
 * user looks at. Returns a function that reads it, as it is then.
 */
export function findPopupTab(): () => Promise<{ readonly id: number; readonly url: string } | null> {
  const named = new URLSearchParams(location.search).get(TAB);
  const target = named === null ? takeTab() : Promise.resolve(parseTabId(named));
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
  const taken = await rpcClient(popupService)('takeTab', {});
  return taken.ok ? (taken.value?.tabId ?? null) : null;
}

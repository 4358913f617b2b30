import { browser } from 'wxt/browser';
import { panelWindowService, panelWindowsService } from '#extension/protocol/panel-window-protocol';
import type { InspectedTab } from '#panel/inspected-tab';
import { rpcClient } from '../rpc-call';
import { serveRpc } from '../serve-rpc';
import { subscribeToTabTitle } from './tab-by-id';

/** Sets the title of a panel window, announces the window, and reports when its tab is closed. */
export function setUpPanelWindow(tab: InspectedTab, onClosed: () => void): void {
  announcePanelWindow(tab.tabId);
  tab.onTabClosed(onClosed);
  subscribeToTabTitle(tab.tabId, (title) => {
    if (title !== '') document.title = `${title}, Telemetry V3`;
  });
}

/**
 * Announces the window of a tab's panel.
 * The window comes to the front when the user opens the panel again.
 */
export function announcePanelWindow(tabId: number): void {
  serveRpc(panelWindowService(tabId), { show: comeToFront });
  void rpcClient(panelWindowsService)('opened', { tabId });
}

async function comeToFront(): Promise<boolean> {
  const ownTab = await browser.tabs.getCurrent();
  if (ownTab?.id === undefined || ownTab.windowId === undefined) return false;
  await browser.tabs.update(ownTab.id, { active: true });
  await browser.windows.update(ownTab.windowId, { focused: true });
  return true;
}

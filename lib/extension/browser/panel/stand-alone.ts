import { browser } from 'wxt/browser';
import { panelWindowService, panelWindowsService } from '#extension/protocol/panel-window-protocol';
import type { InspectedTab } from '#panel/inspected-tab';
import { rpcClient } from '../rpc-call';
import { serveRpc } from '../serve-rpc';
import { followTabTitle } from './tab-by-id';

/** Sets the title of a panel window, brings it to the front, and handles the end of its tab. */
export function standAlone(tab: InspectedTab, onClosed: () => void): void {
  announcePanelWindow(tab.tabId);
  tab.listenClosed(onClosed);
  followTabTitle(tab.tabId, (title) => {
    if (title !== '') document.title = `${title}, Telemetry V3`;
  });
}

/** In the window of a tab: comes to the front when it is wanted once more. */
export function announcePanelWindow(tabId: number): void {
  serveRpc(panelWindowService(tabId), { show: comeToFront });
  void rpcClient(panelWindowsService)('opened', { tabId });
}

async function comeToFront(): Promise<boolean> {
  const own = await browser.tabs.getCurrent();
  if (own?.id === undefined || own.windowId === undefined) return false;
  await browser.tabs.update(own.id, { active: true });
  await browser.windows.update(own.windowId, { focused: true });
  return true;
}

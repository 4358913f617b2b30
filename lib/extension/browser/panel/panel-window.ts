import { browser } from 'wxt/browser';
import { panelWindowService, panelWindowsService } from '#extension/protocol/panel-window-protocol';
import { rpcClient } from '../rpc-call';
import { serveRpc } from '../serve-rpc';

/** In the window of a tab: comes to the front when it is wanted once more. */
export function answerAsPanelWindow(tabId: number): void {
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

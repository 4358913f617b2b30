import { panelWindowsService } from '#extension/protocol/panel-window-protocol';
import { rpcClient } from '../rpc-call';

/** Opens the panel of a tab in a window, or brings an open one to the front. */
export async function openPanelWindow(tabId: number): Promise<void> {
  await rpcClient(panelWindowsService)('open', { tabId });
}

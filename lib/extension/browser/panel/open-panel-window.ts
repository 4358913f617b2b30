import { panelWindowsService } from '#extension/protocol/panel-window-protocol';
import { rpcClient } from '../rpc-call';

/** Shows the panel of a tab in a window of its own; the one that is there already comes to the front. */
export async function openPanelWindow(tabId: number): Promise<void> {
  await rpcClient(panelWindowsService)('open', { tabId });
}

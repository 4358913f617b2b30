import { popupService } from '#extension/protocol/popup-protocol';
import { rpcClient } from '../rpc-call';

/** Opens the popup for a tab: at the extension's button, or in a window where the browser does not allow that. */
export async function openPopup(tabId: number): Promise<void> {
  await rpcClient(popupService)('open', { tabId });
}

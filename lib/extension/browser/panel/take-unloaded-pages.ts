import type { UnloadedPage } from '#extension/panel/persistence/unloaded-page';
import { unloadedPagesService } from '#extension/protocol/unloaded-pages-protocol';
import { rpcClient } from '../rpc-call';

/**
 * In a panel that opens: what the tab's pages did last while none was open.
 * None where the background does not tell.
 */
export async function takeUnloadedPages(tabId: number): Promise<readonly UnloadedPage[]> {
  const taken = await rpcClient(unloadedPagesService)('take', { tabId });
  return taken.ok ? taken.value : [];
}

import type { DocumentCounts } from '#core/journey/counts';
import { badgeService } from '#extension/protocol/badge-protocol';
import { rpcClient } from '../rpc-call';

const badge = rpcClient(badgeService);

/**
 * Tells the background what a panel counts, by document.
 * It shows the sum, and counts on from there when the panel closes. An extension that was reloaded has a new
 * background, and this panel no part in it.
 */
export async function updateBadge(tabId: number, documents: ReadonlyMap<string, DocumentCounts>): Promise<void> {
  await badge('show', { tabId, documents: Object.fromEntries(documents) });
}

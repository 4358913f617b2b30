import { siteOf } from '#core/drafts/site-host';
import { fail } from '#core/util/result';
import { collectorService } from '#extension/protocol/collector-protocol';
import { popupService } from '#extension/protocol/popup-protocol';
import { registryService } from '#extension/protocol/registry-protocol';
import type { PostToCollector } from '#panel/firing/collector-post';
import type { AskRegistry } from '#panel/registry-outcome';
import { rpcClient } from '../rpc-call';

const collector = rpcClient(collectorService);
const registry = rpcClient(registryService);
const popup = rpcClient(popupService);

/** Posts a batch through the background, from any of the extension's own pages. */
export const postToCollector: PostToCollector = async (post, cancelled) => {
  const outcome = await collector('post', post, cancelled);
  return outcome.ok ? outcome : fail(withSite(outcome.failure, post.url));
};

/** Calls the registry as an entity, through the background, from any of the extension's own pages. */
export const askRegistry: AskRegistry = async (call, cancelled) => {
  const outcome = await registry('call', call, cancelled);
  return outcome.ok ? outcome : fail(withSite(outcome.failure, call.registryUrl));
};

/** Opens the popup for a tab: at the extension's button, or in a window where the browser does not allow that. */
export async function openPopup(tabId: number): Promise<void> {
  await popup('open', { tabId });
}

/** A cancelled request names the site that it was for. */
function withSite<Failure extends { readonly reason: string }>(
  failure: Failure | { readonly reason: 'cancelled' },
  url: string,
): Failure | { readonly reason: 'cancelled'; readonly detail: string } {
  return failure.reason === 'cancelled' ? { reason: 'cancelled', detail: siteOf(url) ?? '' } : (failure as Failure);
}

import { siteOf } from '#core/drafts/site-host';
import { fail } from '#core/util/result';
import { collectorService } from '#extension/protocol/collector-protocol';
import { popupService } from '#extension/protocol/popup-protocol';
import { registryService } from '#extension/protocol/registry-protocol';
import type { PostToCollector } from '#panel/firing/collector-post';
import type { CallRegistry } from '#panel/registry-outcome';
import { rpcClient } from '../rpc-call';

const collector = rpcClient(collectorService);
const registry = rpcClient(registryService);
const popup = rpcClient(popupService);

/** Posts a batch through the background, from any of the extension's own pages. */
export const postToCollector: PostToCollector = async (post, signal) => {
  const outcome = await collector('post', post, signal);
  return outcome.ok ? outcome : fail(withSite(outcome.failure, post.url));
};

/** Calls the registry as an entity, through the background, from any of the extension's own pages. */
export const callRegistry: CallRegistry = async (call, signal) => {
  const outcome = await registry('call', call, signal);
  return outcome.ok ? outcome : fail(withSite(outcome.failure, call.registryUrl));
};

/** Opens the popup for a tab: at the extension's button, or else in a window. */
export async function openPopup(tabId: number): Promise<void> {
  await popup('open', { tabId });
}

/** Adds the site of the request to the failure of a cancelled request. */
function withSite<Failure extends { readonly reason: string }>(
  failure: Failure | { readonly reason: 'cancelled' },
  url: string,
): Failure | { readonly reason: 'cancelled'; readonly detail: string } {
  return failure.reason === 'cancelled' ? { reason: 'cancelled', detail: siteOf(url) ?? '' } : (failure as Failure);
}

import { siteOf } from '#core/drafts/site-host';
import { fail } from '#core/util/result';
import { collectorService, type PostToCollector } from '#extension/protocol/collector-protocol';
import { rpcClient } from '../rpc-call';

const collector = rpcClient(collectorService);

/** Posts a batch through the background, from any of the extension's own pages. */
export const postToCollector: PostToCollector = async (post, cancelled) => {
  const outcome = await collector('post', post, cancelled);
  if (outcome.ok) return outcome;
  const { failure } = outcome;
  return fail(failure.reason === 'cancelled' ? { reason: 'cancelled', detail: siteOf(post.url) ?? '' } : failure);
};

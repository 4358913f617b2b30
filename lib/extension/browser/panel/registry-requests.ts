import { siteOf } from '#core/drafts/site-host';
import { fail } from '#core/util/result';
import { type AskRegistry, registryService } from '#extension/protocol/registry-protocol';
import { rpcClient } from '../rpc-call';

const registry = rpcClient(registryService);

/** Calls the registry as an entity, through the background, from any of the extension's own pages. */
export const askRegistry: AskRegistry = async (call, cancelled) => {
  const outcome = await registry('call', call, cancelled);
  if (outcome.ok) return outcome;
  const { failure } = outcome;
  return fail(
    failure.reason === 'cancelled' ? { reason: 'cancelled', detail: siteOf(call.registryUrl) ?? '' } : failure,
  );
};

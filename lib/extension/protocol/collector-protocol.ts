import { collectorFailureSchema, collectorPostSchema, collectorResponseSchema } from '#panel/firing/collector-post';
import { RPC_NETWORK_TIMEOUT_MS, type RpcService } from './rpc';

/**
 * What the panel asks of the background: to post a batch to a collector, past the page.
 * The token stays there.
 */
export const collectorService = {
  name: 'collector',
  methods: {
    post: {
      from: 'own-page',
      input: collectorPostSchema,
      output: collectorResponseSchema,
      failure: collectorFailureSchema,
      timeoutMs: RPC_NETWORK_TIMEOUT_MS,
    },
  },
} as const satisfies RpcService;

import { collectorFailureSchema, collectorPostSchema, collectorResponseSchema } from '#panel/firing/collector-post';
import { RPC_NETWORK_TIMEOUT_MS, type RpcService } from './rpc';

/**
 * Posts a batch to a collector for the panel, without the page.
 * The token stays in the background.
 */
export const collectorService = {
  name: 'collector',
  methods: {
    post: {
      from: 'extension-page',
      input: collectorPostSchema,
      output: collectorResponseSchema,
      failure: collectorFailureSchema,
      timeoutMs: RPC_NETWORK_TIMEOUT_MS,
    },
  },
} as const satisfies RpcService;

import { registryCallSchema } from '#core/registry/registry-call';
import { registryFailureSchema, registryResponseSchema } from '#panel/registry-outcome';
import { RPC_NETWORK_TIMEOUT_MS, type RpcService } from './rpc';

/**
 * Calls the registry for the panel, as an entity.
 * The token stays in the background.
 */
export const registryService = {
  name: 'registry',
  methods: {
    call: {
      from: 'extension-page',
      input: registryCallSchema,
      output: registryResponseSchema,
      failure: registryFailureSchema,
      timeoutMs: RPC_NETWORK_TIMEOUT_MS,
    },
  },
} as const satisfies RpcService;

import * as z from '#core/util/zod';
import { actingStateSchema } from '#panel/acting-state';
import type { RpcService } from './rpc';

/** Apart from the other requests about identities: the panel loads no more of them at its start. */
export const actingStateService = {
  name: 'acting-state',
  methods: { read: { from: 'own-page', input: z.object({}), output: actingStateSchema } },
} as const satisfies RpcService;

/**
 * What every open page of the extension serves.
 * They ask for the state again: the call itself carries nothing.
 */
export const identityChangedService = {
  name: 'identity-changed',
  methods: { reload: { from: 'own-page', input: z.object({}), output: z.null() } },
} as const satisfies RpcService;

import * as z from '#core/util/zod';
import { actingStateSchema } from '#panel/acting-state';
import type { RpcService } from './rpc';

/** Separate from the other calls about identities, as the panel loads only these at its start. */
export const actingStateService = {
  name: 'acting-state',
  methods: { read: { from: 'own-page', input: z.object({}), output: actingStateSchema } },
} as const satisfies RpcService;

/**
 * A call that every open page of the extension serves.
 * It carries no data: pages read the state again.
 */
export const identityChangedService = {
  name: 'identity-changed',
  methods: { reload: { from: 'own-page', input: z.object({}), output: z.null() } },
} as const satisfies RpcService;

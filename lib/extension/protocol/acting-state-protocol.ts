import * as z from '#core/util/zod';
import { actingStateSchema } from '#panel/acting-state';
import type { RpcService } from './rpc';

/** Separate from `identityService`, because the panel loads only this part at its start. */
export const actingStateService = {
  name: 'acting-state',
  methods: { read: { from: 'extension-page', input: z.object({}), output: actingStateSchema } },
} as const satisfies RpcService;

/**
 * Notifies every open page of the extension, each of which serves it.
 * The call carries no data: pages reread the state.
 */
export const identityChangedService = {
  name: 'identity-changed',
  methods: { reload: { from: 'extension-page', input: z.object({}), output: z.null() } },
} as const satisfies RpcService;

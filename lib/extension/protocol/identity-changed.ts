import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

/** What every open page of the extension serves. They ask for the state again: the call itself carries nothing. */
export const identityChangedService = {
  name: 'identity-changed',
  methods: { reload: { from: 'own-page', input: z.object({}), output: z.null() } },
} as const satisfies RpcService;

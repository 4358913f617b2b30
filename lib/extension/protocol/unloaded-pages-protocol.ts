import * as z from '#core/util/zod';
import { unloadedPageSchema } from '#panel/persistence/unloaded-page';
import type { RpcService } from './rpc';

export const unloadedPagesService = {
  name: 'unloaded-pages',
  methods: {
    /** The last reports of pages of a tab that unloaded while no panel was open, oldest first. Returned once. */
    take: { from: 'own-page', input: z.object({ tabId: z.int() }), output: z.array(unloadedPageSchema) },
  },
} as const satisfies RpcService;

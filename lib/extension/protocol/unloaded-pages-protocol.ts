import * as z from '#core/util/zod';
import { unloadedPageSchema } from '#panel/persistence/unloaded-page';
import type { RpcService } from './rpc';

export const unloadedPagesService = {
  name: 'unloaded-pages',
  methods: {
    /**
     * Removes and returns the last reports of a tab's unloaded pages, oldest first.
     * Only pages that unloaded while no panel was open have such reports.
     */
    take: { from: 'extension-page', input: z.object({ tabId: z.int() }), output: z.array(unloadedPageSchema) },
  },
} as const satisfies RpcService;

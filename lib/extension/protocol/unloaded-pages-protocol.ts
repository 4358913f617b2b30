import * as z from '#core/util/zod';
import { unloadedPageSchema } from '#extension/panel/persistence/unloaded-page';
import type { RpcService } from './rpc';

export const unloadedPagesService = {
  name: 'unloaded-pages',
  methods: {
    /** What the pages of a tab did last while no panel was open, the first that left first. Told once. */
    take: { from: 'own-page', input: z.object({ tabId: z.int() }), output: z.array(unloadedPageSchema) },
  },
} as const satisfies RpcService;

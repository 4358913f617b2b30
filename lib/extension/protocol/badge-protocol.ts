import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

/**
 * A panel tells the background what its list counts, to be shown: how many events of each document, by document key, are
 * invalid or lost. For documents that unloaded while the panel was open, the panel is the only source.
 */
const badgeCountsSchema = z.object({
  tabId: z.int(),
  wrong: z.record(z.string(), z.int().check(z.nonnegative())),
});
export type BadgeCounts = Readonly<z.infer<typeof badgeCountsSchema>>;

export const badgeService = {
  name: 'badge',
  methods: { show: { from: 'own-page', input: badgeCountsSchema, output: z.null() } },
} as const satisfies RpcService;

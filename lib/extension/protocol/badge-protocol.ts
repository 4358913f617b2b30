import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

/**
 * A panel tells the background what its list counts, to be shown: how many events of each document, by document key, are
 * invalid or lost. Of documents that went away while the panel was open nobody else knows it when the panel closes.
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

import type { DocumentCounts } from '#core/stream/counts';
import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

const count = z.int().check(z.nonnegative());

export const documentCountsSchema: z.ZodMiniType<DocumentCounts> = z.object({
  events: count,
  invalid: count,
  wrong: count,
});

/**
 * Counts of a panel's list, by document key.
 * For documents that unloaded while the panel was open, the panel is the only source.
 */
const badgeCountsSchema = z.object({ tabId: z.int(), documents: z.record(z.string(), documentCountsSchema) });
export type BadgeCounts = Readonly<z.infer<typeof badgeCountsSchema>>;

export const badgeService = {
  name: 'badge',
  methods: {
    show: { from: 'extension-page', input: badgeCountsSchema, output: z.null() },
    /** Returns the sums of a tab, over all of its documents. */
    read: { from: 'extension-page', input: z.object({ tabId: z.int() }), output: documentCountsSchema },
  },
} as const satisfies RpcService;

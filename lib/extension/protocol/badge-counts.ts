import { z } from '#core/util/zod';

/**
 * A panel tells the background what its list counts, to be shown: how many events of each document, by document key, are
 * invalid or lost. Of documents that went away while the panel was open nobody else knows it when the panel closes.
 */
export const badgeCountsSchema = z.object({
  type: z.literal('badge-counts'),
  tabId: z.int(),
  wrong: z.record(z.string(), z.int().nonnegative()),
});

export type BadgeCounts = z.infer<typeof badgeCountsSchema>;

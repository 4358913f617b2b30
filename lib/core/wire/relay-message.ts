import * as z from '#core/util/zod';
import type { FromRelay } from './page-messages';

/** Parses a message of a relay. The texts in a log are parsed later, by `readReport`. */
export const fromRelaySchema: z.ZodMiniType<FromRelay> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('document'),
    documentKey: z.string(),
    url: z.string(),
    title: z.string(),
    origin: z.optional(z.string()),
    isLate: z.optional(z.boolean()),
  }),
  z.object({
    type: z.literal('log'),
    dropped: z.int(),
    observations: z.array(z.object({ seq: z.int(), text: z.string() })),
  }),
]);

import { z } from '#core/util/zod';

/** What the panel asks of the background: to post a batch to a collector, past the page. The token stays there. */

/** An SDK's batch has up to 1000 events of up to 1 MB; one that is composed by hand is far below this. */
const LONGEST_BODY = 10_000_000;

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

export const collectorPostSchema = z.object({
  url: z.string().max(8_192),
  headers: headersSchema.max(100),
  /** Goes out as it is, to the byte, in UTF-8. */
  body: z.string().max(LONGEST_BODY),
  /** Whose access token goes along as `Authorization`; null for none. */
  sessionId: z.string().nullable(),
});
export type CollectorPost = Readonly<z.infer<typeof collectorPostSchema>>;

export const collectorFailureSchema = z.object({
  reason: z.enum([
    'wrong-address',
    'wrong-header',
    'no-session',
    'no-permission',
    'unreachable',
    'too-slow',
    'redirect',
    'cancelled',
    'no-background',
  ]),
  /** The host; for an address, a header or a session, what is wrong with it. */
  detail: z.string(),
});
export type CollectorFailure = Readonly<z.infer<typeof collectorFailureSchema>>;

export const collectorAnswerSchema = z.object({
  status: z.number(),
  statusText: z.string(),
  headers: headersSchema,
  /** The answer's text, with tokens hidden; its first megabyte where it is longer. */
  body: z.string(),
  isWhole: z.boolean(),
  milliseconds: z.number(),
});
export type CollectorAnswer = Readonly<z.infer<typeof collectorAnswerSchema>>;

export const collectorOutcomeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: collectorAnswerSchema }),
  z.object({ ok: z.literal(false), failure: collectorFailureSchema }),
]);
export type CollectorOutcome = Readonly<z.infer<typeof collectorOutcomeSchema>>;

/** `postId` is what a cancelling message names; it is made up anew for each post. */
export const collectorMessageSchema = z.object({ type: z.literal('collector'), postId: z.string(), post: z.unknown() });
export type CollectorMessage = z.infer<typeof collectorMessageSchema>;

export const collectorCancelSchema = z.object({ type: z.literal('collector-cancel'), postId: z.string() });
export type CollectorCancel = z.infer<typeof collectorCancelSchema>;

/** How the panel asks. Never rejects; a post that is given up has the failure `cancelled`. */
export type PostToCollector = (post: CollectorPost, cancelled: AbortSignal) => Promise<CollectorOutcome>;

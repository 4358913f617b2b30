import type { Result } from '#core/util/result';
import * as z from '#core/util/zod';

/** An SDK's batch has up to 1000 events of up to 1 MB; a composed batch is far below this limit. */
const MAX_BODY_CHARS = 10_000_000;

const isHeader = (value: unknown): value is readonly [name: string, value: string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

const headersSchema = z.array(z.custom<readonly [name: string, value: string]>(isHeader));

export const collectorPostSchema = z.object({
  url: z.string().check(z.maxLength(8_192)),
  headers: headersSchema.check(z.maxLength(100)),
  /** Sent unchanged, to the byte, in UTF-8. */
  body: z.string().check(z.maxLength(MAX_BODY_CHARS)),
  /** Log-in session whose access token is sent as `Authorization`, or `null` for none. */
  sessionId: z.nullable(z.string()),
});
export type CollectorPost = Readonly<z.infer<typeof collectorPostSchema>>;

export const collectorFailureSchema = z.object({
  reason: z.enum([
    'invalid-url',
    'wrong-header',
    'no-session',
    'no-permission',
    'unreachable',
    'timeout',
    'redirect',
    'cancelled',
    'no-background',
    'other-host',
  ]),
  /** The host, the invalid URL, the name of the wrong header, or why there is no session. */
  detail: z.string(),
});
export type CollectorFailure = Readonly<z.infer<typeof collectorFailureSchema>>;

export const collectorResponseSchema = z.object({
  status: z.number(),
  statusText: z.string(),
  headers: headersSchema,
  /** The response's text with tokens redacted; only the first megabyte if it is longer. */
  body: z.string(),
  isComplete: z.boolean(),
  milliseconds: z.number(),
});
export type CollectorResponse = Readonly<z.infer<typeof collectorResponseSchema>>;

export type CollectorOutcome = Result<CollectorResponse, CollectorFailure>;

/** Posts to a collector. Never rejects: a cancelled post has the failure `cancelled`. */
export type PostToCollector = (post: CollectorPost, signal: AbortSignal) => Promise<CollectorOutcome>;

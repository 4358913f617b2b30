import { actingFailureSchema } from '#core/identity/failure';
import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

/** An action of the popup that first needs access to hosts. */
const accessIntentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('watch'), pattern: z.string(), host: z.string() }),
  z.object({
    type: z.literal('act'),
    tabId: z.int(),
    sessionId: z.string(),
    userId: z.string(),
    pageOrigin: z.string(),
  }),
  /** Only the form is restored; the password is not stored. */
  z.object({ type: z.literal('log-in'), environmentId: z.string(), userId: z.string() }),
]);
export type AccessIntent = Readonly<z.infer<typeof accessIntentSchema>>;

export const accessRequestSchema = z.object({
  intent: accessIntentSchema,
  /** Match patterns of the hosts. */
  origins: z.array(z.string()).check(z.minLength(1)),
});
export type AccessRequest = Readonly<z.infer<typeof accessRequestSchema>>;

export const accessOutcomeSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), request: accessRequestSchema }),
  z.object({ status: z.literal('failed'), request: accessRequestSchema, failure: actingFailureSchema }),
  z.object({ status: z.literal('not-granted'), request: accessRequestSchema }),
  /** Access was granted too late, so the action was not performed. */
  z.object({ status: z.literal('expired'), request: accessRequestSchema }),
]);
export type AccessOutcome = Readonly<z.infer<typeof accessOutcomeSchema>>;

/**
 * Finishes actions that the browser's permission prompt interrupted by closing the popup.
 * One request at a time, because the popup has one prompt at a time.
 */
export const accessService = {
  name: 'access',
  methods: {
    /** Stores a request. Call before the browser shows its prompt. */
    begin: { from: 'popup', input: accessRequestSchema, output: z.null() },
    /** Drops the request. Call if the popup outlived the prompt, and continues by itself. */
    forget: { from: 'popup', input: z.object({}), output: z.null() },
    /** Returns the result of the request once, or `null` if there is none. */
    take: { from: 'popup', input: z.object({}), output: z.nullable(accessOutcomeSchema) },
  },
} as const satisfies RpcService;

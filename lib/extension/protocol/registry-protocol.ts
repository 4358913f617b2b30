import type { RegistryCall } from '#core/registry/registry-call';
import { z } from '#core/util/zod';

/** What the panel asks of the background about the registry: a call as an entity. The token stays in the background. */

export const registryFailureSchema = z.object({
  reason: z.enum([
    'no-session',
    'no-registry',
    'registry-changed',
    'no-permission',
    'unreachable',
    'too-slow',
    'too-long',
    'redirect',
    'wrong-path',
    'cancelled',
    'no-background',
  ]),
  /** The host; for a session that cannot be used, the reason; for a path, the path. */
  detail: z.string(),
});
export type RegistryFailure = Readonly<z.infer<typeof registryFailureSchema>>;

export const registryAnswerSchema = z.object({
  status: z.number(),
  statusText: z.string(),
  /** `WWW-Authenticate`: why a token was refused (RFC 6750 section 3). */
  challenge: z.string().nullable(),
  contentType: z.string().nullable(),
  /** The answer's text, with tokens hidden. */
  body: z.string(),
  milliseconds: z.number(),
  /** Who issued the token that was sent, and whose tokens the registry takes. */
  issuer: z.string().nullable(),
  expectedIssuer: z.string(),
});
export type RegistryAnswer = Readonly<z.infer<typeof registryAnswerSchema>>;

export const registryOutcomeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: registryAnswerSchema }),
  z.object({ ok: z.literal(false), failure: registryFailureSchema }),
]);
export type RegistryOutcome = Readonly<z.infer<typeof registryOutcomeSchema>>;

/** `callId` is what a cancelling message names; it is made up anew for each call. */
export const registryMessageSchema = z.object({ type: z.literal('registry'), callId: z.string(), call: z.unknown() });
export type RegistryMessage = z.infer<typeof registryMessageSchema>;

export const registryCancelSchema = z.object({ type: z.literal('registry-cancel'), callId: z.string() });
export type RegistryCancel = z.infer<typeof registryCancelSchema>;

/** How the panel asks. Never rejects; a call that is given up has the failure `cancelled`. */
export type AskRegistry = (call: RegistryCall, cancelled?: AbortSignal) => Promise<RegistryOutcome>;

/** Whom the panel's calls go out as, and where to. */
export interface RegistrySession {
  readonly sessionId: string;
  readonly userId: string;
  readonly environmentName: string;
  /** Empty where it is not known. */
  readonly registryUrl: string;
}

import type { RegistryCall } from '#core/registry/registry-call';
import type { Result } from '#core/util/result';
import * as z from '#core/util/zod';

export const registryFailureSchema = z.object({
  reason: z.enum([
    'no-session',
    'no-registry',
    'registry-changed',
    'no-permission',
    'unreachable',
    'timeout',
    'too-long',
    'redirect',
    'wrong-path',
    'cancelled',
    'no-background',
  ]),
  /** The host, the wrong path, or why there is no session. Empty if the environment has no registry. */
  detail: z.string(),
});
export type RegistryFailure = Readonly<z.infer<typeof registryFailureSchema>>;

export const registryResponseSchema = z.object({
  status: z.number(),
  statusText: z.string(),
  /** `WWW-Authenticate`: why a token was rejected (RFC 6750 section 3). */
  challenge: z.nullable(z.string()),
  contentType: z.nullable(z.string()),
  /** The response's text, with tokens redacted. */
  body: z.string(),
  milliseconds: z.number(),
  /** Issuer of the token that was sent, and the issuer that the registry accepts. */
  issuer: z.nullable(z.string()),
  expectedIssuer: z.string(),
});
export type RegistryResponse = Readonly<z.infer<typeof registryResponseSchema>>;

export type RegistryOutcome = Result<RegistryResponse, RegistryFailure>;

/** Calls the registry. Never rejects: a cancelled call has the failure `cancelled`. */
export type CallRegistry = (call: RegistryCall, signal?: AbortSignal) => Promise<RegistryOutcome>;

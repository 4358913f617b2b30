import { type RegistryCall, registryCallSchema } from '#core/registry/registry-call';
import type { Result } from '#core/util/result';
import * as z from '#core/util/zod';
import { RPC_NETWORK_TIMEOUT_MS, type RpcService } from './rpc';

/**
 * What the panel asks of the background about the registry: a call as an entity.
 * The token stays in the background.
 */

const registryFailureSchema = z.object({
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

const registryResponseSchema = z.object({
  status: z.number(),
  statusText: z.string(),
  /** `WWW-Authenticate`: why a token was refused (RFC 6750 section 3). */
  challenge: z.nullable(z.string()),
  contentType: z.nullable(z.string()),
  /** The response's text, with tokens hidden. */
  body: z.string(),
  milliseconds: z.number(),
  /** Who issued the token that was sent, and whose tokens the registry takes. */
  issuer: z.nullable(z.string()),
  expectedIssuer: z.string(),
});
export type RegistryResponse = Readonly<z.infer<typeof registryResponseSchema>>;

export type RegistryOutcome = Result<RegistryResponse, RegistryFailure>;

export const registryService = {
  name: 'registry',
  methods: {
    call: {
      from: 'own-page',
      input: registryCallSchema,
      output: registryResponseSchema,
      failure: registryFailureSchema,
      timeoutMs: RPC_NETWORK_TIMEOUT_MS,
    },
  },
} as const satisfies RpcService;

/** Calls the registry. Never rejects: a cancelled call has the failure `cancelled`. */
export type AskRegistry = (call: RegistryCall, cancelled?: AbortSignal) => Promise<RegistryOutcome>;

/** Whom the panel's calls go out as, and where to. */
export interface RegistrySession {
  readonly sessionId: string;
  readonly userId: string;
  readonly environmentName: string;
  /** Empty if it is not known. */
  readonly registryUrl: string;
}

import { z } from '../zod';
import type { IdentityState } from './identity';

/** What the panel asks of the background about the registry: a call as an entity. The token stays in the background. */

export const REGISTRY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const registryCallSchema = z.object({
  sessionId: z.string(),
  method: z.enum(REGISTRY_METHODS),
  /** From the registry's base address on: `/api/v1/Teacher`. */
  path: z.string().startsWith('/'),
  /** JSON as text; null sends none. */
  body: z.string().nullable(),
});
export type RegistryCall = Readonly<z.infer<typeof registryCallSchema>>;

export const registryFailureSchema = z.object({
  reason: z.enum([
    'no-session',
    'no-registry',
    'no-permission',
    'unreachable',
    'too-slow',
    'too-long',
    'redirect',
    'wrong-path',
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

export const registryMessageSchema = z.object({ type: z.literal('registry'), call: z.unknown() });

/** How the panel asks. Rejects only when the background cannot be reached at all. */
export type AskRegistry = (call: RegistryCall) => Promise<RegistryOutcome>;

/** Whom the panel's calls go out as, and where to. */
export interface RegistrySession {
  readonly sessionId: string;
  readonly userId: string;
  readonly environmentName: string;
  /** Empty where it is not known. */
  readonly registryUrl: string;
}

/** The session in use in the chosen environment; null where nobody is logged in. */
export function registrySession(state: IdentityState): RegistrySession | null {
  const environment = state.environments.find(({ id }) => id === state.currentEnvironmentId);
  const session = state.sessions.find(({ id }) => id === state.activeIn[state.currentEnvironmentId]);
  if (environment === undefined || session === undefined) return null;
  const { name: environmentName, registryUrl } = environment;
  return { sessionId: session.id, userId: session.userId, environmentName, registryUrl };
}

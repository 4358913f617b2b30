import { type Environment, expectedIssuer, registryPattern } from '#core/identity/environment';
import type { EntitySession } from '#core/identity/session';
import { decodeToken } from '#core/identity/token-claims';
import type { RegistryCall } from '#core/registry/registry-call';
import { redactKnownSecrets } from '#core/secrets/known-secrets';
import { fail, type Result, succeed } from '#core/util/result';
import { type IdentityDeps, requireEnvironment } from '#extension/background/identity/identity-deps';
import type { IdentityService } from '#extension/background/identity/identity-service';
import { sendRequest } from '#extension/background/send-request';
import type { RegistryFailure, RegistryOutcome } from '#panel/registry-outcome';

/** Lists of a test registry have a few hundred kilobytes. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

type Identity = Pick<IdentityService, 'loadUsableSession' | 'stores'>;

/**
 * Creates a function that calls a registry as an entity.
 * Any status is a response. The token is added here, and redacted in the response.
 */
export function createRegistryCalls(deps: IdentityDeps, identity: Identity) {
  return async (call: RegistryCall, signal: AbortSignal): Promise<RegistryOutcome> => {
    const ready = await prepare(deps, identity, call);
    return ready.ok ? send(deps, call, ready.value, signal) : ready;
  };
}

interface PreparedCall {
  readonly session: EntitySession;
  readonly environment: Environment;
  readonly url: string;
}

async function prepare(
  deps: IdentityDeps,
  identity: Identity,
  call: RegistryCall,
): Promise<Result<PreparedCall, RegistryFailure>> {
  const session = await identity.loadUsableSession(call.sessionId);
  if (!session.ok) return fail({ reason: 'no-session', detail: session.failure.reason });
  const environment = await requireEnvironment(identity.stores, session.value.environmentId);
  const pattern = environment.ok ? registryPattern(environment.value) : null;
  if (!environment.ok || pattern === null) return fail({ reason: 'no-registry', detail: '' });
  if (environment.value.registryUrl !== call.registryUrl)
    return fail({ reason: 'registry-changed', detail: new URL(environment.value.registryUrl).host });
  const url = resolveRegistryUrl(environment.value, call.path);
  if (url === null) return fail({ reason: 'wrong-path', detail: call.path.slice(0, 100) });
  const { host } = new URL(url);
  if (!(await deps.hasPermission(pattern))) return fail({ reason: 'no-permission', detail: host });
  return succeed({ session: session.value, environment: environment.value, url });
}

/**
 * Returns the URL, or `null` if the path leads out of the registry.
 * The token must never be sent elsewhere.
 */
function resolveRegistryUrl({ registryUrl }: Environment, path: string): string | null {
  const url = `${registryUrl}${path}`;
  if (!URL.canParse(url)) return null;
  const { origin, pathname, href } = new URL(url);
  const base = new URL(registryUrl);
  const isInside = origin === base.origin && pathname.startsWith(base.pathname.replace(/\/?$/, '/'));
  return isInside ? href : null;
}

async function send(
  deps: IdentityDeps,
  { method, body }: RegistryCall,
  { session, environment, url }: PreparedCall,
  signal: AbortSignal,
): Promise<RegistryOutcome> {
  const { accessToken, refreshToken } = session;
  const secrets = [accessToken, refreshToken];
  const headers = {
    authorization: `Bearer ${accessToken}`,
    accept: 'application/json',
    ...(body !== null && { 'content-type': 'application/json' }),
  };
  const request = { url, method, headers, body, secrets, maxResponseBytes: MAX_RESPONSE_BYTES };
  const sent = await sendRequest(deps, request, signal);
  if (!sent.ok) return sent;
  const { isComplete, headers: received, ...response } = sent.value;
  if (!isComplete) return fail({ reason: 'too-long', detail: new URL(url).host });
  const responseHeaders = new Map(received);
  const issuer = readIssuer(session);
  return succeed({
    ...response,
    challenge: responseHeaders.get('www-authenticate') ?? null,
    contentType: responseHeaders.get('content-type') ?? null,
    issuer: issuer && redactKnownSecrets(issuer, secrets),
    expectedIssuer: expectedIssuer(environment),
  });
}

function readIssuer({ accessToken }: EntitySession): string | null {
  const decoded = decodeToken(accessToken);
  const iss = decoded.ok ? decoded.value.claims.iss : null;
  return typeof iss === 'string' ? iss : null;
}

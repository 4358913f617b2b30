import { boundedText } from '#core/identity/bounded-text';
import { type Environment, expectedIssuer, registryPattern } from '#core/identity/environment';
import type { EntitySession } from '#core/identity/session';
import { decodeToken } from '#core/identity/token-claims';
import type { RegistryCall } from '#core/registry/registry-call';
import { hideSecrets } from '#core/secrets/known-secrets';
import { fail, type Result, succeed } from '#core/util/result';
import { type IdentityDeps, requireEnvironment } from '#extension/background/identity/identity-deps';
import type { IdentityService } from '#extension/background/identity/identity-service';
import type { RegistryFailure, RegistryOutcome } from '#panel/registry-outcome';

const TIMEOUT_SECONDS = 30;
/** Lists of a test registry have some hundred kilobytes. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

type Identity = Pick<IdentityService, 'usable' | 'stores'>;

/**
 * Calls a registry as an entity.
 * Any status is a response. The token is added here and hidden in what comes back.
 */
export function createRegistryCalls(deps: IdentityDeps, identity: Identity) {
  return async (call: RegistryCall, cancelled: AbortSignal): Promise<RegistryOutcome> => {
    const ready = await prepare(deps, identity, call);
    return ready.ok ? send(deps, call, ready.value, cancelled) : ready;
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
  const session = await identity.usable(call.sessionId);
  if (!session.ok) return fail({ reason: 'no-session', detail: session.failure.reason });
  const environment = await requireEnvironment(identity.stores, session.value.environmentId);
  const pattern = environment.ok ? registryPattern(environment.value) : null;
  if (!environment.ok || pattern === null) return fail({ reason: 'no-registry', detail: '' });
  if (environment.value.registryUrl !== call.registryUrl)
    return fail({ reason: 'registry-changed', detail: new URL(environment.value.registryUrl).host });
  const url = urlOf(environment.value, call.path);
  if (url === null) return fail({ reason: 'wrong-path', detail: call.path.slice(0, 100) });
  const { host } = new URL(url);
  if (!(await deps.hasPermission(pattern))) return fail({ reason: 'no-permission', detail: host });
  return succeed({ session: session.value, environment: environment.value, url });
}

/** The address, or null if the path leads out of the registry: the token must never go anywhere else. */
function urlOf({ registryUrl }: Environment, path: string): string | null {
  const url = `${registryUrl}${path}`;
  if (!URL.canParse(url)) return null;
  const { origin, pathname, href } = new URL(url);
  const base = new URL(registryUrl);
  const inside = origin === base.origin && pathname.startsWith(base.pathname.replace(/\/?$/, '/'));
  return inside ? href : null;
}

async function send(
  deps: IdentityDeps,
  call: RegistryCall,
  ready: PreparedCall,
  cancelled: AbortSignal,
): Promise<RegistryOutcome> {
  const { session, environment, url } = ready;
  const deadline = (deps.deadline ?? ((seconds: number) => AbortSignal.timeout(seconds * 1000)))(TIMEOUT_SECONDS);
  const startedAt = deps.now();
  const { host } = new URL(url);
  try {
    const { fetch } = deps;
    const response = await fetch(url, { ...requestOf(call, session), signal: AbortSignal.any([deadline, cancelled]) });
    if (response.type === 'opaqueredirect') return fail({ reason: 'redirect', detail: host });
    const body = await boundedText(response, MAX_RESPONSE_BYTES);
    if (!body.ok) return fail({ reason: 'too-long', detail: host });
    const hide = (text: string) => hideSecrets(text, [session.accessToken, session.refreshToken]);
    const hideIfAny = (text: string | null) => (text === null ? null : hide(text));
    return succeed({
      status: response.status,
      statusText: hide(response.statusText),
      challenge: hideIfAny(response.headers.get('www-authenticate')),
      contentType: hideIfAny(response.headers.get('content-type')),
      body: hide(body.value),
      milliseconds: Math.max(0, deps.now() - startedAt),
      issuer: hideIfAny(issuerOf(session)),
      expectedIssuer: expectedIssuer(environment),
    });
  } catch {
    if (cancelled.aborted) return fail({ reason: 'cancelled', detail: host });
    return fail({ reason: deadline.aborted ? 'too-slow' : 'unreachable', detail: host });
  }
}

function requestOf({ method, body }: RegistryCall, { accessToken }: EntitySession): RequestInit {
  return {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body,
    credentials: 'omit',
    cache: 'no-store',
    // A followed redirect would forward the token.
    redirect: 'manual',
  };
}

function issuerOf({ accessToken }: EntitySession): string | null {
  const decoded = decodeToken(accessToken);
  const iss = decoded.ok ? decoded.value.claims.iss : null;
  return typeof iss === 'string' ? iss : null;
}

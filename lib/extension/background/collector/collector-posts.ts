import { fail, type Result, succeed } from '#core/util/result';
import { matchPatternOf } from '#core/util/site';
import type { IdentityDeps } from '#extension/background/identity/identity-deps';
import type { IdentityService } from '#extension/background/identity/identity-service';
import { sendRequest } from '#extension/background/send-request';
import type { CollectorFailure, CollectorOutcome, CollectorPost } from '#panel/firing/collector-post';

/** Collectors respond in a few hundred bytes, but an error page may be long. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

type CollectorPostsDeps = Pick<IdentityDeps, 'fetch' | 'deadline' | 'hasPermission' | 'now'>;
type Identity = Pick<IdentityService, 'loadUsableSession'>;

/**
 * Creates a function that posts a batch unchanged.
 * Any status is a response. The token is added here, and redacted in the response.
 */
export function createCollectorPosts(deps: CollectorPostsDeps, identity: Identity) {
  return async (post: CollectorPost, signal: AbortSignal): Promise<CollectorOutcome> => {
    const ready = await prepare(deps, identity, post);
    if (!ready.ok) return ready;
    const { url, body } = post;
    const request = { url, method: 'POST', body, ...ready.value, maxResponseBytes: MAX_RESPONSE_BYTES };
    return sendRequest(deps, request, signal);
  };
}

interface PreparedPost {
  readonly headers: Headers;
  /** Secrets to redact in responses. */
  readonly secrets: readonly string[];
}

async function prepare(
  deps: CollectorPostsDeps,
  identity: Identity,
  { url, headers: customHeaders, sessionId }: CollectorPost,
): Promise<Result<PreparedPost, CollectorFailure>> {
  const pattern = matchPatternOf(url);
  if (pattern === null) return fail({ reason: 'invalid-url', detail: url.slice(0, 200) });
  const { host } = new URL(url);
  const headers = new Headers();
  for (const [name, value] of customHeaders) {
    if (!isValidHeader(name, value)) return fail({ reason: 'wrong-header', detail: name.slice(0, 100) });
    headers.append(name, value);
  }
  if (!(await deps.hasPermission(pattern))) return fail({ reason: 'no-permission', detail: host });
  if (sessionId === null) return succeed({ headers, secrets: [] });
  const session = await identity.loadUsableSession(sessionId);
  if (!session.ok) return fail({ reason: 'no-session', detail: session.failure.reason });
  const { accessToken, refreshToken } = session.value;
  headers.set('authorization', `Bearer ${accessToken}`);
  return succeed({ headers, secrets: [accessToken, refreshToken] });
}

function isValidHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

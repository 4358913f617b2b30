import { readTextUpTo } from '#core/identity/bounded-text';
import { hideSecrets, hideSecretsInPart } from '#core/secrets/known-secrets';
import { fail, type Result, succeed } from '#core/util/result';
import { matchPatternOf } from '#core/util/site';
import type { IdentityDeps } from '#extension/background/identity/identity-deps';
import type { IdentityService } from '#extension/background/identity/identity-service';
import type { CollectorFailure, CollectorOutcome, CollectorPost } from '#panel/firing/collector-post';

const TIMEOUT_SECONDS = 30;
/** Collectors respond in a few hundred bytes; an error page may be long. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

type CollectorPostsDeps = Pick<IdentityDeps, 'fetch' | 'deadline' | 'hasPermission' | 'now'>;
type Identity = Pick<IdentityService, 'usable'>;

/**
 * Posts a batch as it is.
 * Any status is a response. A token is added here, and hidden in what comes back.
 */
export function createCollectorPosts(deps: CollectorPostsDeps, identity: Identity) {
  return async (post: CollectorPost, cancelled: AbortSignal): Promise<CollectorOutcome> => {
    const ready = await prepare(deps, identity, post);
    return ready.ok ? send(deps, post, ready.value, cancelled) : ready;
  };
}

interface PreparedPost {
  readonly host: string;
  readonly headers: Headers;
  /** What must not be repeated. */
  readonly secrets: readonly string[];
}

async function prepare(
  deps: CollectorPostsDeps,
  identity: Identity,
  { url, headers: given, sessionId }: CollectorPost,
): Promise<Result<PreparedPost, CollectorFailure>> {
  const pattern = matchPatternOf(url);
  if (pattern === null) return fail({ reason: 'wrong-address', detail: url.slice(0, 200) });
  const { host } = new URL(url);
  const headers = new Headers();
  for (const [name, value] of given) {
    if (!isHeader(name, value)) return fail({ reason: 'wrong-header', detail: name.slice(0, 100) });
    headers.append(name, value);
  }
  if (!(await deps.hasPermission(pattern))) return fail({ reason: 'no-permission', detail: host });
  if (sessionId === null) return succeed({ host, headers, secrets: [] });
  const session = await identity.usable(sessionId);
  if (!session.ok) return fail({ reason: 'no-session', detail: session.failure.reason });
  const { accessToken, refreshToken } = session.value;
  headers.set('authorization', `Bearer ${accessToken}`);
  return succeed({ host, headers, secrets: [accessToken, refreshToken] });
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

async function send(
  deps: CollectorPostsDeps,
  { url, body }: CollectorPost,
  { host, headers, secrets }: PreparedPost,
  cancelled: AbortSignal,
): Promise<CollectorOutcome> {
  const deadline = (deps.deadline ?? ((seconds: number) => AbortSignal.timeout(seconds * 1000)))(TIMEOUT_SECONDS);
  const startedAt = deps.now();
  try {
    const { fetch } = deps;
    const signal = AbortSignal.any([deadline, cancelled]);
    // Redirects are not followed: they would forward the token and turn POST into GET.
    const rest = { credentials: 'omit', cache: 'no-store', redirect: 'manual' } as const;
    const response = await fetch(url, { method: 'POST', headers, body, signal, ...rest });
    if (response.type === 'opaqueredirect') return fail({ reason: 'redirect', detail: host });
    const responseText = await readTextUpTo(response, MAX_RESPONSE_BYTES);
    const hide = (text: string) => hideSecrets(text, secrets);
    return succeed({
      status: response.status,
      statusText: hide(response.statusText),
      headers: [...response.headers].map(([name, value]) => [hide(name), hide(value)]),
      body: responseText.isWhole ? hide(responseText.text) : hideSecretsInPart(responseText.text, secrets),
      isWhole: responseText.isWhole,
      milliseconds: Math.max(0, deps.now() - startedAt),
    });
  } catch {
    if (cancelled.aborted) return fail({ reason: 'cancelled', detail: host });
    return fail({ reason: deadline.aborted ? 'too-slow' : 'unreachable', detail: host });
  }
}

import { readTextUpTo } from '#core/identity/bounded-text';
import { redactKnownSecrets, redactKnownSecretsInTruncated } from '#core/secrets/known-secrets';
import { fail, type Result, succeed } from '#core/util/result';
import type { IdentityDeps } from './identity/identity-deps';

const TIMEOUT_SECONDS = 30;

export type SendRequestDeps = Pick<IdentityDeps, 'fetch' | 'deadline' | 'now'>;

/** A request on behalf of an entity. */
export interface EntityRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeadersInit;
  readonly body: string | null;
  /** Tokens to redact in the response. */
  readonly secrets: readonly string[];
  readonly maxResponseBytes: number;
}

/** A response with any status, in which the request's secrets are redacted. */
export interface EntityResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: (readonly [name: string, value: string])[];
  readonly body: string;
  /** False if `body` is only the first part, because the whole is longer than permitted. */
  readonly isComplete: boolean;
  readonly milliseconds: number;
}

export interface SendFailure {
  readonly reason: 'redirect' | 'cancelled' | 'timeout' | 'unreachable';
  /** Host of the URL. */
  readonly detail: string;
}

/** Sends a request that may carry a token. Redirects are not followed. */
export async function sendRequest(
  deps: SendRequestDeps,
  { url, method, headers, body, secrets, maxResponseBytes }: EntityRequest,
  signal: AbortSignal,
): Promise<Result<EntityResponse, SendFailure>> {
  const deadline = (deps.deadline ?? ((seconds: number) => AbortSignal.timeout(seconds * 1000)))(TIMEOUT_SECONDS);
  const startedAt = deps.now();
  const { host } = new URL(url);
  const redact = (text: string) => redactKnownSecrets(text, secrets);
  try {
    const { fetch } = deps;
    // Following a redirect would forward the token, and turn POST into GET.
    const options = { credentials: 'omit', cache: 'no-store', redirect: 'manual' } as const;
    const init = { method, headers, body, signal: AbortSignal.any([deadline, signal]), ...options };
    const response = await fetch(url, init);
    if (response.type === 'opaqueredirect') return fail({ reason: 'redirect', detail: host });
    const { text, isComplete } = await readTextUpTo(response, maxResponseBytes);
    return succeed({
      status: response.status,
      statusText: redact(response.statusText),
      headers: [...response.headers].map(([name, value]) => [redact(name), redact(value)] as const),
      body: isComplete ? redact(text) : redactKnownSecretsInTruncated(text, secrets),
      isComplete,
      milliseconds: Math.max(0, deps.now() - startedAt),
    });
  } catch {
    if (signal.aborted) return fail({ reason: 'cancelled', detail: host });
    return fail({ reason: deadline.aborted ? 'timeout' : 'unreachable', detail: host });
  }
}

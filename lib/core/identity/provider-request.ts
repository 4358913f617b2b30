import { message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { readBoundedText } from './bounded-text';
import type { LoginFailure } from './failure';

/** The network access of provider requests, which tests replace. */
export interface ProviderConnection {
  readonly fetch: typeof fetch;
  /** Aborts when the user cancels the request. */
  readonly signal?: AbortSignal;
  /** Returns a signal that aborts after `seconds`. */
  readonly deadline?: (seconds: number) => AbortSignal;
}

export interface ProviderResponse {
  readonly status: number;
  readonly contentType: string | null;
  /** Value of `Retry-After`, or `null` if it is missing or invalid. */
  readonly retryAfterSeconds: number | null;
  readonly body: string;
}

/** Keycloak responds in well under a second, or in a few seconds while it starts. */
const TIMEOUT_SECONDS = 15;
/** Token responses have a few kilobytes, or some dozens if the entity has very many roles. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** A longer `Retry-After` is shown as a day. */
const MAX_RETRY_SECONDS = 86_400;

/** POSTs a form. Returns a response of any status. A redirect or an unreadable response is a failure. */
export function postForm(
  connection: ProviderConnection,
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<Result<ProviderResponse, LoginFailure>> {
  return fetchResponse(connection, url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  });
}

/** GETs a public resource, without credentials. */
export function fetchText(
  connection: ProviderConnection,
  url: string,
): Promise<Result<ProviderResponse, LoginFailure>> {
  return fetchResponse(connection, url, { headers: { accept: 'application/json' } });
}

async function fetchResponse(
  connection: ProviderConnection,
  url: string,
  init: RequestInit,
): Promise<Result<ProviderResponse, LoginFailure>> {
  const deadline = (connection.deadline ?? abortAfter)(TIMEOUT_SECONDS);
  const { fetch, signal: userSignal } = connection;
  const signal = userSignal ? AbortSignal.any([deadline, userSignal]) : deadline;
  try {
    return await readResponse(await fetch(url, { ...init, ...ISOLATED_REQUEST, signal }));
  } catch {
    // Error texts of `fetch` differ by browser, so the signals decide and all else is a connection failure.
    if (userSignal?.aborted) return fail({ reason: 'cancelled' });
    if (deadline.aborted) return fail({ reason: 'timeout', seconds: TIMEOUT_SECONDS });
    return fail({ reason: 'unreachable', detail: new URL(url).host });
  }
}

const ISOLATED_REQUEST = {
  credentials: 'omit',
  cache: 'no-store',
  // A followed 307 or 308 would send the password to another URL.
  redirect: 'manual',
} as const;

async function readResponse(response: Response): Promise<Result<ProviderResponse, LoginFailure>> {
  const { status } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    return fail({ reason: 'unreadable-response', status, detail: message('identity.response.redirected') });
  }
  const body = await readBoundedText(response, MAX_RESPONSE_BYTES);
  const { headers } = response;
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'), headers.get('date'));
  if (body.ok) {
    return succeed({ status, contentType: headers.get('content-type'), retryAfterSeconds, body: body.value });
  }
  return fail({ reason: 'unreadable-response', status, detail: message('identity.response.tooLarge') });
}

/** Reads seconds, or a date, which is relative to the date of the response (RFC 9110, section 10.2.3). */
function readRetryAfter(retryAfter: string | null, date: string | null): number | null {
  const value = retryAfter?.trim() ?? '';
  const seconds = /^\d{1,10}$/.test(value) ? Number(value) : (Date.parse(value) - Date.parse(date ?? '')) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), MAX_RETRY_SECONDS) : null;
}

function abortAfter(seconds: number): AbortSignal {
  return AbortSignal.timeout(seconds * 1000);
}

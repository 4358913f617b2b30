import { fail, type Result, succeed } from '#core/util/result';

/** Why the capture of a collector could not be read. `host` includes the port. */
export type CollectorCaptureFailure =
  | { readonly reason: 'unreachable' | 'no-collector' | 'needs-token'; readonly host: string }
  | { readonly reason: 'rejected'; readonly host: string; readonly status: number }
  | { readonly reason: 'cancelled' };

/** The URL of a collector's capture, and the token that lets other devices read it. */
export interface CaptureLocation {
  readonly url: string;
  /** The host with its port. */
  readonly host: string;
  readonly token: string | null;
}

/**
 * Parses the URL that `telemetry-v3 serve` prints for its panel. The scheme is optional.
 * Returns `null` for an invalid URL.
 */
export function parseCollectorUrl(input: string): CaptureLocation | null {
  const text = input.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (text === '' || !URL.canParse(withScheme)) return null;
  const { protocol, origin, host, searchParams } = new URL(withScheme);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return { url: `${origin}/api/capture`, host, token: searchParams.get('token') };
}

/**
 * Reads `/api/capture` of `telemetry-v3 serve`. Never rejects.
 * Resolves with the complete capture, as a Blob that the browser may put on disk.
 */
export async function readCollectorCapture(
  { url, host, token }: CaptureLocation,
  signal: AbortSignal,
  fetchFrom: typeof fetch,
): Promise<Result<Blob, CollectorCaptureFailure>> {
  try {
    const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
    // A local server that isn't a collector gets no cookies, and cannot redirect the request.
    const response = await fetchFrom(url, { headers, signal, credentials: 'omit', redirect: 'error' });
    if (response.status === 401) return fail({ reason: 'needs-token', host });
    // The collector's telemetry port accepts only POST.
    if (response.status === 404 || response.status === 405) return fail({ reason: 'no-collector', host });
    if (!response.ok) return fail({ reason: 'rejected', host, status: response.status });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return isJson ? succeed(await response.blob()) : fail({ reason: 'no-collector', host });
  } catch {
    return fail(signal.aborted ? { reason: 'cancelled' } : { reason: 'unreachable', host });
  }
}

import { fail, type Result, succeed } from '#core/util/result';

/** Why what a collector has taken could not be read. `host` has the port. */
export type CollectorCaptureFailure =
  | { readonly reason: 'unreachable' | 'no-collector' | 'needs-token'; readonly host: string }
  | { readonly reason: 'refused'; readonly host: string; readonly status: number }
  | { readonly reason: 'cancelled' };

/** Where the capture of a collector is, and the token that lets other devices read it. */
export interface CapturePlace {
  readonly url: string;
  /** With the port. */
  readonly host: string;
  readonly token: string | null;
}

/** Reads the address that `telemetry-v3 serve` prints for its panel, with or without the scheme. `null` for no address. */
export function readCollectorAddress(address: string): CapturePlace | null {
  const text = address.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (text === '' || !URL.canParse(whole)) return null;
  const { protocol, origin, host, searchParams } = new URL(whole);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return { url: `${origin}/api/capture`, host, token: searchParams.get('token') };
}

/**
 * Reads `/api/capture` of `telemetry-v3 serve`. Never rejects.
 * It is complete when it is returned: a Blob, which the browser may put on disk.
 */
export async function readCollectorCapture(
  { url, host, token }: CapturePlace,
  stop: AbortSignal,
  fetchFrom: typeof fetch,
): Promise<Result<Blob, CollectorCaptureFailure>> {
  try {
    const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
    // A page of this machine that is no collector gets no cookie, and leads nowhere else.
    const response = await fetchFrom(url, { headers, signal: stop, credentials: 'omit', redirect: 'error' });
    if (response.status === 401) return fail({ reason: 'needs-token', host });
    // The port for telemetry takes POST only.
    if (response.status === 404 || response.status === 405) return fail({ reason: 'no-collector', host });
    if (!response.ok) return fail({ reason: 'refused', host, status: response.status });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return isJson ? succeed(await response.blob()) : fail({ reason: 'no-collector', host });
  } catch {
    return fail(stop.aborted ? { reason: 'cancelled' } : { reason: 'unreachable', host });
  }
}

import type { RequestEnd } from '#core/journey/record';
import type { SeenRequest } from '#core/journey/request-matcher';
import * as z from '#core/util/zod';

/**
 * The parts of a HAR 1.2 entry that are read.
 * DevTools gives one per finished request, also per redirect.
 */
const harEntrySchema = z.object({
  startedDateTime: z.string(),
  time: z.nullish(z.number()),
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z.nullish(z.object({ text: z.nullish(z.string()) })),
  }),
  response: z.nullish(
    z.object({
      status: z.number(),
      redirectURL: z.catch(z.nullish(z.string()), null),
      _error: z.catch(z.nullish(z.string()), null),
      _fetchedViaServiceWorker: z.catch(z.nullish(z.boolean()), null),
      _serviceWorkerResponseSource: z.catch(z.nullish(z.string()), null),
    }),
  ),
});

/** A request of a HAR file or of DevTools. */
export interface HarRequest
  extends Pick<SeenRequest, 'method' | 'url' | 'at' | 'end' | 'redirectUrl' | 'workerResponse'> {
  readonly body: string | null;
}

/**
 * Reads an entry of a HAR 1.2 log.
 * Returns `null` if it is none. The message of a failure is `net::ERR_…`, or empty.
 */
export function readHarRequest(entry: unknown): HarRequest | null {
  const parsed = harEntrySchema.safeParse(entry);
  if (!parsed.success) return null;
  const { request, response, startedDateTime, time } = parsed.data;
  const { method, url, postData } = request;
  const status = response?.status ?? 0;
  const error = response?._error ?? null;
  const location = status >= 300 && status < 400 ? response?.redirectURL : null;
  const next = location && error === null ? absoluteUrl(location, url) : null;
  const source = response?._serviceWorkerResponseSource ?? 'network';
  return {
    method,
    url,
    at: Date.parse(startedDateTime) || 0,
    body: postData?.text || null,
    end: endOf(location && error !== null ? 0 : status, time ?? 0, error),
    ...(next === null ? {} : { redirectUrl: next }),
    ...(response?._fetchedViaServiceWorker ? { workerResponse: source === 'network' ? 'network' : 'own' } : {}),
  };
}

/** Status 0 is a request without a response: blocked, cancelled, or the page unloaded. */
function endOf(status: number, durationMs: number, error: string | null): RequestEnd {
  return status > 0
    ? { status: 'answered', http: status, durationMs }
    : { status: 'failed', message: error ?? '', durationMs };
}

/** `redirectURL` may be relative: it is the `Location` header as the server wrote it. */
function absoluteUrl(url: string, base: string): string | null {
  return URL.canParse(url, base) ? new URL(url, base).href : null;
}

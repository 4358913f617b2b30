import type { RequestEnd } from '#core/journey/record';
import type { RequestObservation } from '#core/journey/request-observations';
import type { Json } from '#core/json/json';
import * as z from '#core/util/zod';
import { postDataText } from './har-entries';

const text = z.catch(z.nullish(z.string()), null);
const number = z.catch(z.nullish(z.number()), null);

/**
 * The schema of the used parts of a HAR 1.2 entry.
 * DevTools reports one entry per finished request and per redirect. Tools omit fields, and write numbers as strings.
 */
const harEntrySchema = z.object({
  startedDateTime: text,
  time: number,
  request: z.object({
    method: text,
    url: text,
    postData: z.catch(z.nullish(z.looseObject({})), null),
  }),
  response: z.catch(
    z.nullish(
      z.object({
        status: z.optional(z.unknown()),
        redirectURL: text,
        _error: text,
        _fetchedViaServiceWorker: z.catch(z.nullish(z.boolean()), null),
        _serviceWorkerResponseSource: text,
      }),
    ),
    null,
  ),
});

/** A request of a HAR file or of DevTools. */
export interface HarRequest
  extends Pick<RequestObservation, 'method' | 'url' | 'at' | 'end' | 'redirectUrl' | 'workerResponse'> {
  readonly body: string | null;
}

/**
 * Reads an entry of a HAR 1.2 log.
 * Returns `null` if the value isn't an entry. The message of a failed request is `net::ERR_…`, or empty.
 */
export function readHarRequest(entry: unknown): HarRequest | null {
  const parsed = harEntrySchema.safeParse(entry);
  if (!parsed.success) return null;
  const { request, response, startedDateTime, time } = parsed.data;
  const { postData } = request;
  const url = request.url ?? '';
  const status = response ? readStatus(response.status) : 0;
  const error = response?._error ?? null;
  const location = status !== null && status >= 300 && status < 400 ? response?.redirectURL : null;
  const next = location && error === null ? absoluteUrl(location, url) : null;
  const source = response?._serviceWorkerResponseSource ?? 'network';
  return {
    method: request.method ?? 'POST',
    url,
    at: Date.parse(startedDateTime ?? '') || 0,
    body: (postData && postDataText(postData as Json)) || null,
    end: endOf(location && error !== null ? 0 : status, time ?? 0, error),
    ...(next === null ? {} : { redirectUrl: next }),
    ...(response?._fetchedViaServiceWorker ? { workerResponse: source === 'network' ? 'network' : 'own' } : {}),
  };
}

/** Parses a status. Returns `null` if it is absent, no number, or that of an interim response (1xx). */
function readStatus(status: unknown): number | null {
  const number = typeof status === 'string' && /^\d{3}$/.test(status.trim()) ? Number(status) : status;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  return number >= 100 && number < 200 ? null : number;
}

/** Status 0 (some tools: -1) is a request without a response: blocked, cancelled, or the page unloaded. */
function endOf(status: number | null, durationMs: number, error: string | null): RequestEnd {
  if (status === null && error === null) return { status: 'queued' };
  return status !== null && status > 0
    ? { status: 'responded', httpStatus: status, durationMs }
    : { status: 'failed', message: error ?? '', durationMs };
}

/** Resolves `redirectURL`, which is the `Location` header and may be relative. */
function absoluteUrl(url: string, base: string): string | null {
  return URL.canParse(url, base) ? new URL(url, base).href : null;
}

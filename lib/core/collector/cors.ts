/** Headers of a request as Node.js and the Fetch Standard give them: names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the text of a header; `null` if the request has none. Of several, the first. */
export function headerText(headers: RequestHeaders, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'object' ? value[0] : value) ?? null;
}

/** How long a browser may remember a preflight, in seconds: two hours are the most that Chromium does. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Returns the headers with which a page of any origin may read the response, also with credentials.
 * A response to such a request names the origin itself: `*` would be refused (Fetch Standard, CORS protocol).
 */
export function corsHeaders(headers: RequestHeaders): Readonly<Record<string, string>> {
  const origin = headerText(headers, 'origin');
  if (origin === null) return {};
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' };
}

/**
 * Returns the headers of the response to a preflight, beside those of {@link corsHeaders}.
 * A page of the internet asks for the private network, too (Private Network Access).
 */
export function preflightHeaders(headers: RequestHeaders): Readonly<Record<string, string>> {
  const requested = headerText(headers, 'access-control-request-headers');
  const isPrivate = headerText(headers, 'access-control-request-private-network') === 'true';
  return {
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
    ...(requested === null ? {} : { 'access-control-allow-headers': requested }),
    ...(isPrivate ? { 'access-control-allow-private-network': 'true' } : {}),
  };
}

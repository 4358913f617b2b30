/** Headers of a request. Names are in lower case, as in Node.js and the Fetch Standard. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the first value of a header, or `null` if the request has none. */
export function headerText(headers: RequestHeaders, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'object' ? value[0] : value) ?? null;
}

/** How long a browser may cache a preflight. Chromium's maximum is two hours. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Returns the headers that allow pages of any origin to read the response, also with credentials.
 * They contain the origin itself: with credentials, browsers reject `*` (Fetch Standard, CORS protocol).
 */
export function corsHeaders(headers: RequestHeaders): Readonly<Record<string, string>> {
  const origin = headerText(headers, 'origin');
  if (origin === null) return {};
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' };
}

/**
 * Returns the headers of the response to a preflight, in addition to those of {@link corsHeaders}.
 * Preflights of public pages also request access to the private network (Private Network Access).
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

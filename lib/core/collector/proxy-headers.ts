import { adaptPolicies, type ProxyOrigins } from './content-policies';
import { headerText, type RequestHeaders } from './cors';

/** Headers of a response. Names are in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Prefixes of cookie names that a browser accepts over https only (RFC 6265bis, section 4.1.3).
 * Each has the prefix that replaces it over http.
 */
const SECURE_PREFIXES = [
  ['__Host-', 'proxied-Host-'],
  ['__Secure-', 'proxied-Secure-'],
] as const;

/** Attributes of cookies that a browser accepts over https only. `SameSite=None` needs `Secure`. */
const SECURE_ATTRIBUTES: ReadonlySet<string> = new Set(['secure', 'partitioned', 'samesite=none']);

/** Headers that would make the browser bypass the proxy or reject the proxy's scheme. */
const OMITTED_HEADERS = ['strict-transport-security', 'alt-svc', 'public-key-pins'];

const POLICY_HEADERS = ['content-security-policy', 'content-security-policy-report-only'];

/** Headers about one connection, which a proxy does not forward (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS = [
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization'],
];

/** Headers that define the body or the receiver. A proxy forwards them even if `Connection` names them. */
const FRAMING_HEADERS: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding']);

/**
 * Returns the names of the headers that a proxy does not forward.
 * These are headers about the connection, and headers that the `Connection` header names.
 */
export function connectionHeaders(headers: RequestHeaders): ReadonlySet<string> {
  const values = ['connection', 'proxy-connection'].map((name) => headerText(headers, name) ?? '');
  const namedHeaders = values.flatMap((value) => value.toLowerCase().split(',')).map((name) => name.trim());
  return new Set([...CONNECTION_HEADERS, ...namedHeaders.filter((name) => !FRAMING_HEADERS.has(name))]);
}

/** Headers whose value is a URL. */
const URL_HEADERS = ['location', 'content-location', 'access-control-allow-origin'];

/** The time of a `Refresh` header, up to its URL (HTML Standard, section 4.2.5.3). */
const REFRESH_TIME = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?/i;

/** Returns the headers that replace those of the browser's request in the request to the upstream. */
export function upstreamHeaders(headers: RequestHeaders, origins: ProxyOrigins): Readonly<Record<string, string>> {
  const { own, upstream } = origins;
  const changed: Record<string, string> = { host: new URL(upstream).host };
  const origin = headerText(headers, 'origin');
  if (origin === own) changed.origin = upstream;
  const referer = headerText(headers, 'referer');
  if (referer !== null) changed.referer = moveUrl(referer, own, upstream);
  const cookie = headerText(headers, 'cookie');
  if (cookie !== null) changed.cookie = cookie.split(/; */).map(withSecurePrefix).join('; ');
  return changed;
}

/** Returns the headers of a response to the browser, from those of the upstream's response. */
export function clientHeaders(headers: ResponseHeaders, origins: ProxyOrigins): ResponseHeaders {
  const isSecure = origins.own.startsWith('https:');
  const adapted: Record<string, string | readonly string[] | undefined> = { ...headers };
  for (const name of OMITTED_HEADERS) delete adapted[name];
  for (const name of URL_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') adapted[name] = moveUrl(value, origins.upstream, origins.own);
  }
  const { refresh } = headers;
  if (typeof refresh === 'string') {
    const [time = refresh] = REFRESH_TIME.exec(refresh) ?? [];
    adapted.refresh = time + moveUrl(refresh.slice(time.length), origins.upstream, origins.own);
  }
  for (const name of POLICY_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') adapted[name] = adaptPolicies(value, origins);
  }
  const cookies = headers['set-cookie'];
  if (cookies !== undefined) {
    adapted['set-cookie'] = [cookies].flat().map((cookie) => adaptCookie(cookie, origins.upstream, isSecure));
  }
  return adapted;
}

/** Replaces the origin `from` of a URL by `to`. Relative, invalid and all other URLs are unchanged. */
function moveUrl(url: string, from: string, to: string): string {
  const isAbsolute = url.startsWith('//') || URL.canParse(url);
  const parsed = isAbsolute && URL.canParse(url, from) ? new URL(url, from) : null;
  if (parsed === null || parsed.origin !== from) return url;
  const rest = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '');
  return to + rest;
}

function withSecurePrefix(pair: string): string {
  const [prefix, name] = SECURE_PREFIXES.find(([, replacement]) => pair.startsWith(replacement)) ?? ['', ''];
  return prefix + pair.slice(name.length);
}

/** Turns a cookie of the upstream's host or domain into a cookie of the proxy's host. */
function adaptCookie(cookie: string, upstream: string, isSecure: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const { hostname } = new URL(upstream);
  const remaining = attributes.filter((attribute) => {
    const normalized = attribute
      .toLowerCase()
      .split('=')
      .map((part) => part.trim())
      .join('=');
    if (normalized.startsWith('domain=')) return !isDomainOf(normalized.slice('domain='.length), hostname);
    return isSecure || !SECURE_ATTRIBUTES.has(normalized);
  });
  return [isSecure ? pair : withoutSecurePrefix(pair), ...remaining].join(';');
}

function withoutSecurePrefix(pair: string): string {
  const name = pair.trimStart();
  const [prefix, replacement] = SECURE_PREFIXES.find(([start]) => name.startsWith(start)) ?? ['', ''];
  return replacement + name.slice(prefix.length);
}

function isDomainOf(domain: string, hostname: string): boolean {
  const name = domain.replace(/^\./, '');
  return hostname === name || hostname.endsWith(`.${name}`);
}

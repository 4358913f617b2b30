import * as z from '#core/util/zod';

/** An identity provider and registry. Holds no secret, so it may be stored for good. */
export const environmentSchema = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  /** Base address of the identity provider, without a slash at its end. */
  authUrl: z.string().check(z.refine((url) => /^https?:\/\//i.test(url) && webOrigin(url) !== null)),
  /** Path between the base URL and `/realms`: `/auth`, or empty from Keycloak 17 on. */
  pathPrefix: z.string(),
  realm: z.string().check(z.minLength(1)),
  clientId: z.string().check(z.minLength(1)),
  /** Base address of the registry itself, without a slash at its end; empty if it is not known. */
  registryUrl: z.pipe(
    z._default(z.string(), ''),
    z.transform((url) => (webOrigin(url) === null ? '' : url)),
  ),
  /** The issuer whose tokens the registry takes; empty: the provider's own address. */
  issuer: z._default(z.string(), ''),
  /** Whether sessions outlive the browser, in storage on this disk. Only where the user chose it. */
  keepSessions: z._default(z.boolean(), false),
});
/** An identity provider and registry that a user logs in to. */
export type Environment = Readonly<z.infer<typeof environmentSchema>>;

/**
 * Defaults of a registry's own files.
 * The realm export's `realm`, Keycloak 14 with `/auth`, the client of section 2.1.
 */
export const LOCAL_REGISTRY: Environment = {
  id: 'local-registry',
  name: 'Local registry',
  authUrl: 'http://localhost:8080',
  pathPrefix: '/auth',
  realm: 'sunbird-rc',
  clientId: 'registry-frontend',
  registryUrl: 'http://localhost:8091',
  issuer: '',
  keepSessions: false,
};

/** Section 4.1: the token endpoint. */
export function tokenEndpoint(environment: Environment): string {
  return `${realmAddress(environment)}/protocol/openid-connect/token`;
}

/** Returns the endpoint that ends the session of a refresh token. */
export function logoutEndpoint(environment: Environment): string {
  return `${realmAddress(environment)}/protocol/openid-connect/logout`;
}

/** A realm's public metadata (OpenID Connect Discovery). */
export function discoveryEndpoint(environment: Environment): string {
  return `${realmAddress(environment)}/.well-known/openid-configuration`;
}

/** Returns the issuer that the registry accepts: the `iss` of a token must equal it. */
export function expectedIssuer(environment: Environment): string {
  return environment.issuer || realmAddress(environment);
}

function realmAddress({ authUrl, pathPrefix, realm }: Environment): string {
  return `${authUrl}${pathPrefix}/realms/${encodeURIComponent(realm)}`;
}

/** Host and port of the provider, as people speak of it: `localhost:8080`. */
export function providerHost(environment: Environment): string {
  return new URL(environment.authUrl).host;
}

/**
 * The host pattern that the browser is asked for before the provider may be called.
 * Without the port: Firefox knows no ports in patterns, and a pattern without one covers them all.
 */
export function permissionPattern(environment: Environment): string {
  return hostPattern(environment.authUrl);
}

/** The same for the registry itself; `null` where its address is not known. */
export function registryPattern({ registryUrl }: Environment): string | null {
  return registryUrl === '' ? null : hostPattern(registryUrl);
}

/** Characters that `declarativeNetRequest` reads as wildcard, separator and anchor; it cannot escape them. */
export const FILTER_SYNTAX = /[*^|]/;

/**
 * The `urlFilter` that covers the registry's URLs and no other host or port.
 * `null` for a URL that no filter can express. A regular expression would not do: Chromium refuses long ones.
 */
export function registryUrlFilter(registryUrl: string): string | null {
  if (!URL.canParse(registryUrl) || FILTER_SYNTAX.test(registryUrl)) return null;
  const { origin, pathname } = new URL(registryUrl);
  // After a bare host, `^` would match the colon before another port.
  return pathname === '/' ? `|${origin}/` : `|${origin}${pathname.replace(/\/$/, '')}^`;
}

/** Scheme, host and port of a web page; `null` for any other URL (`chrome:`, `file:`, none). */
export function webOrigin(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed?.protocol === 'http:' || parsed?.protocol === 'https:' ? parsed.origin : null;
}

function hostPattern(address: string): string {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${hostname}/*`;
}

/** Whether a password sent to this provider could be read on its way: http, and not to this machine. */
export function sendsPasswordUnencrypted(environment: Environment): boolean {
  const { protocol, hostname } = new URL(environment.authUrl);
  return protocol === 'http:' && !isThisMachine(hostname);
}

function isThisMachine(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

import { isLocalhost } from '#core/util/site';
import * as z from '#core/util/zod';
import { toWellFormed } from './token-limits';

/** An identity provider and registry. It contains no secret, so it may be stored permanently. */
export const environmentSchema = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  /** Base URL of the identity provider, without a trailing slash. */
  authUrl: z.string().check(z.refine((url) => /^https?:\/\//i.test(url) && webOrigin(url) !== null)),
  /** Path between the base URL and `/realms`: `/auth`, or empty from Keycloak 17 on. */
  pathPrefix: z.string(),
  realm: z.string().check(z.minLength(1)),
  clientId: z.string().check(z.minLength(1)),
  /** Base URL of the registry, without a trailing slash. Empty if unknown. */
  registryUrl: z.pipe(
    z._default(z.string(), ''),
    z.transform((url) => (webOrigin(url) === null ? '' : url)),
  ),
  /** The issuer whose tokens the registry accepts. If empty, it is the URL of the provider's realm. */
  issuer: z._default(z.string(), ''),
  /** Whether sessions are stored on disk, so that they outlive the browser. The user must select this. */
  keepSessions: z._default(z.boolean(), false),
});
/** An identity provider and registry that a user logs in to. */
export type Environment = Readonly<z.infer<typeof environmentSchema>>;

/** The settings in the files of the Sunbird registry: its realm export, for Keycloak 14 with `/auth`. */
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

/** Returns the URL of the token endpoint of a Keycloak realm. */
export function tokenEndpoint(environment: Environment): string {
  return `${realmUrl(environment)}/protocol/openid-connect/token`;
}

/** Returns the endpoint that ends the session of a refresh token. */
export function logoutEndpoint(environment: Environment): string {
  return `${realmUrl(environment)}/protocol/openid-connect/logout`;
}

/** Returns the URL of a realm's public metadata (OpenID Connect Discovery). */
export function discoveryEndpoint(environment: Environment): string {
  return `${realmUrl(environment)}/.well-known/openid-configuration`;
}

/** Whether two environments get their tokens from the same client of the same provider. */
export function isSameProvider(one: Environment, other: Environment): boolean {
  return providerOf(one) === providerOf(other);
}

/**
 * Returns the token endpoint and the client as one text.
 * A refresh token must only be sent to the provider and client that issued it.
 */
export function providerOf(environment: Environment): string {
  return JSON.stringify([tokenEndpoint(environment), environment.clientId]);
}

/** Returns the issuer that the registry accepts. The `iss` of a token must equal this issuer. */
export function expectedIssuer(environment: Environment): string {
  return environment.issuer || realmUrl(environment);
}

function realmUrl({ authUrl, pathPrefix, realm }: Environment): string {
  return `${authUrl}${pathPrefix}/realms/${encodeURIComponent(toWellFormed(realm))}`;
}

/** Returns the host and port of the provider, such as `localhost:8080`. */
export function providerHost(environment: Environment): string {
  return new URL(environment.authUrl).host;
}

/**
 * Returns the host permission that is requested before the first request to the provider.
 * The pattern has no port: Firefox supports no ports in patterns, and a pattern without a port covers all ports.
 */
export function permissionPattern(environment: Environment): string {
  return hostPattern(environment.authUrl);
}

/** Returns the host permission for requests to the registry, or `null` if its URL is unknown. */
export function registryPattern({ registryUrl }: Environment): string | null {
  return registryUrl === '' ? null : hostPattern(registryUrl);
}

/** Characters that `declarativeNetRequest` reads as wildcard, separator and anchor. A filter cannot escape them. */
export const FILTER_SYNTAX = /[*^|]/;

/**
 * Returns a `urlFilter` that matches the registry's URLs and no other host or port.
 * Returns `null` if no filter can express the URL. Regular expressions don't help: Chromium rejects long expressions.
 */
export function registryUrlFilter(registryUrl: string): string | null {
  if (!URL.canParse(registryUrl) || FILTER_SYNTAX.test(registryUrl)) return null;
  const { origin, pathname } = new URL(registryUrl);
  // After a bare host, `^` would match the colon before another port.
  return pathname === '/' ? `|${origin}/` : `|${origin}${pathname.replace(/\/$/, '')}^`;
}

/** Returns the origin of a web page, or `null` for invalid and other URLs (`chrome:`, `file:`). */
export function webOrigin(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed?.protocol === 'http:' || parsed?.protocol === 'https:' ? parsed.origin : null;
}

function hostPattern(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

/** Whether passwords are sent unencrypted over a network: by http, and not to this machine. */
export function sendsPasswordUnencrypted(environment: Environment): boolean {
  const { protocol, hostname } = new URL(environment.authUrl);
  return protocol === 'http:' && !isLocalhost(hostname);
}

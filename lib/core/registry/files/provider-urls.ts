import { trimEnd } from '#core/util/copy-text';
import type { Service } from './compose-merge';

/** Settings of a provider's service, with its variables resolved. */
export interface ProviderSettings {
  readonly image: string;
  /** Entry point and command. */
  readonly command: string;
  readonly ports: readonly PortRange[];
  /** Returns the value of an environment variable, or `null` if it is unset or empty. */
  readonly setting: (name: string) => string | null;
}

/** URLs of a provider, and the issuer of its tokens. `null` means that the files do not determine the value. */
export interface ProviderUrls {
  readonly authUrl: string | null;
  readonly pathPrefix: string | null;
  /** Origin of the issuer, unless it depends on the URL of the token request. */
  readonly issuerOrigin: string | null;
}

const HTTP_PORTS = [8080, 80];
const HTTPS_PORTS = [8443, 443];
/** Ports for health and metrics, from Keycloak 25 on. */
const MANAGEMENT_PORTS = [9000, 9990];

/** Derives the URLs of a provider. A browser on this machine uses its public URL, else its published port. */
export function readProviderUrls(provider: ProviderSettings): ProviderUrls {
  const local = findLocalOrigin(provider);
  const frontend = findFrontendUrl(provider, local);
  // A public URL on this machine may have a port that nothing publishes. The provider's own port is published.
  const isReachable =
    frontend !== null &&
    !isServiceHost(frontend.hostname) &&
    (local === null || !ANY_OR_LOOPBACK.test(frontend.hostname));
  return {
    authUrl: isReachable ? frontend.origin : local,
    pathPrefix: (frontend && trimEnd(frontend.pathname, '/')) || findPathPrefix(provider),
    issuerOrigin: frontend?.origin ?? null,
  };
}

/** Whether a host is the name of a service, which only containers can resolve. */
export function isServiceHost(host: string): boolean {
  return !/[.:]/.test(host) && host !== 'localhost';
}

/** Parses an `http:` or `https:` URL. Returns `null` for any other text. */
export function parseWebUrl(text: string | null): URL | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
}

/** Returns an option of the command line, or else the variable of the same name (Keycloak, "Configuration"). */
function readOption({ command, setting }: ProviderSettings, option: string): string | null {
  const value = new RegExp(String.raw`(?:^|\s)--${option}(?:=|\s+)["']?([^\s"']+)`).exec(command)?.[1];
  return value ?? setting(`KC_${option.replaceAll('-', '_').toUpperCase()}`);
}

function findLocalOrigin(provider: ProviderSettings): string | null {
  const http = findPublishedPort(provider.ports, candidatePorts(readOption(provider, 'http-port'), HTTP_PORTS));
  const https = findPublishedPort(provider.ports, candidatePorts(readOption(provider, 'https-port'), HTTPS_PORTS));
  const isHttpsOnly = https !== null && !isHttpEnabled(provider);
  if (http !== null && !isHttpsOnly) return formatOrigin('http', http.host, http.port);
  if (https !== null) return formatOrigin('https', https.host, https.port);
  const other = provider.ports.find(({ target }) => !MANAGEMENT_PORTS.includes(target));
  return other === undefined ? null : formatOrigin('http', other.host, other.port);
}

function candidatePorts(configured: string | null, defaults: readonly number[]): readonly number[] {
  return configured === null ? defaults : [Number(configured), ...defaults];
}

/** Whether the HTTP port is open. `kc.sh start` opens it only if configured, or behind a proxy that terminates TLS. */
function isHttpEnabled(provider: ProviderSettings): boolean {
  if (!/(?:^|\s)start(?:\s|$)/.test(provider.command)) return true;
  return readOption(provider, 'http-enabled') === 'true' || readOption(provider, 'proxy') === 'edge';
}

/** Returns the public URL of the provider, which is also the issuer of its tokens. */
function findFrontendUrl(provider: ProviderSettings, local: string | null): URL | null {
  const { setting } = provider;
  const names = [
    readOption(provider, 'hostname-url'),
    readOption(provider, 'hostname'),
    setting('KEYCLOAK_FRONTEND_URL'),
    setting('KEYCLOAK_HOSTNAME'),
  ];
  const hostname = names.find((name) => name !== null) ?? null;
  const url = parseWebUrl(hostname);
  if (url !== null || hostname === null) return url;
  // Only a host is configured. The request, or the proxy in front, determines the scheme and the port.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(hostname) || /^(?:localhost|127\.)/i.test(hostname)) return null;
  const isProxied = local === null || isBehindProxy(provider);
  const isHttps = isProxied || local.startsWith('https:');
  const localPort = isProxied ? null : (/:(\d+)$/.exec(local)?.[1] ?? null);
  const port = /:(\d+)$/.exec(hostname)?.[1] ?? readOption(provider, 'hostname-port') ?? localPort;
  const host = hostname.replace(/:\d+$/, '');
  return parseWebUrl(formatOrigin(isHttps ? 'https' : 'http', host, port === null ? null : Number(port)));
}

function isBehindProxy(provider: ProviderSettings): boolean {
  const proxy = readOption(provider, 'proxy');
  return (
    (proxy !== null && proxy !== 'none') ||
    readOption(provider, 'proxy-headers') !== null ||
    provider.setting('PROXY_ADDRESS_FORWARDING') === 'true'
  );
}

/** Keycloak has the prefix `/auth` before version 17. From 17 on, it runs on Quarkus and has none unless configured. */
function findPathPrefix(provider: ProviderSettings): string {
  const configured = readOption(provider, 'http-relative-path') ?? provider.setting('KEYCLOAK_HTTP_RELATIVE_PATH');
  if (configured !== null) return trimEnd(configured.startsWith('/') ? configured : `/${configured}`, '/');
  return isQuarkus(provider) ? '' : '/auth';
}

function isQuarkus({ image, command, setting }: ProviderSettings): boolean {
  const imageName = imageNameOf(image);
  if (/-legacy$/i.test(image) || /^jboss\//i.test(imageName)) return false;
  const version = /:v?(\d+)/.exec(image.slice(image.lastIndexOf('/') + 1))?.[1];
  if (version !== undefined && /keycloak/i.test(imageName)) return Number(version) >= 17;
  if (/^(?:keycloak|bitnami|bitnamilegacy)\/keycloak$/i.test(imageName)) return true;
  if (/(?:^|[\s/])(?:kc\.sh|start-dev|start)(?:\s|$)/.test(command)) return true;
  return ['KC_DB', 'KC_DB_URL', 'KC_HOSTNAME', 'KC_HTTP_ENABLED', 'KC_BOOTSTRAP_ADMIN_USERNAME'].some(
    (name) => setting(name) !== null,
  );
}

/** Images of databases and tools whose service may be named after Keycloak. */
const OTHER_IMAGE =
  /(?:^|[-_.])(?:config-?cli|gatekeeper|exporter|metrics|operator|adapter|proxy|importer|migrations?|themes?|docs?|postgres\w*|postgis|pgadmin\d*|mysql|mariadb|mongo(?:db)?|mssql\S*|oracle\S*|cockroach|redis|memcached|nginx|httpd|traefik|caddy|haproxy|envoy|alpine|busybox|curl|adminer|mailhog|mailpit|elasticsearch|kafka|node|python|ubuntu|debian)(?:[-_.]|$)/i;
/** Names of services that contain "keycloak", but are databases or tools. */
const OTHER_NAME =
  /(?:^|[-_.\d])(?:db|database|postgres\w*|mysql|mariadb|init|setup|conf|config|cli|proxy|nginx|migrat\w*|import\w*|export\w*|backup|data|volume|themes?|test|exporter|gatekeeper|seed\w*|wait)(?:[-_.\d]|$)/i;
const KEYCLOAK_COMMAND =
  /(?:^|[\s/"'])(?:kc\.sh|start-dev)(?:[\s"']|$)|\/opt\/(?:keycloak|jboss\/keycloak|bitnami\/keycloak)\//;
/** Variables that only a Keycloak itself reads, not the applications that use it. */
const KEYCLOAK_VARIABLE =
  /^(?:KC_(?:DB|HOSTNAME|HTTP|HTTPS|PROXY|BOOTSTRAP|HEALTH|FEATURES|CACHE|LOG)\w*|KEYCLOAK_(?:ADMIN|ADMIN_PASSWORD|FRONTEND_URL|IMPORT|DATABASE_\w+|EXTRA_ARGS))$/;

/** Returns an image without registry, tag and digest: `quay.io/keycloak/keycloak:26.0` becomes `keycloak/keycloak`. */
function imageNameOf(image: string): string {
  const path = image.replace(/@.*$/s, '').split('/');
  const last = (path.pop() ?? '').replace(/:.*$/s, '');
  return [...path.slice(-1).filter((owner) => !/[.:]/.test(owner)), last].join('/');
}

/**
 * Rates how likely a service is a Keycloak, by its image, command, variables and name, in this order.
 * Returns 0 for other services. Services named after Keycloak are often its database or a tool.
 *
 * @param image the image after interpolation of variables.
 */
export function rateProviderLikelihood(name: string, image: string, service: Service): number {
  const imageName = imageNameOf(image);
  const lastPart = imageName.replace(/^.*\//, '');
  if (OTHER_IMAGE.test(lastPart)) return 0;
  if (/keycloak/i.test(lastPart) && !OTHER_NAME.test(lastPart)) return 4;
  if (KEYCLOAK_COMMAND.test(`${service.entrypoint ?? ''} ${service.command ?? ''}`)) return 4;
  if ([...service.environment.keys()].some((key) => KEYCLOAK_VARIABLE.test(key))) return 3;
  if (!/keycloak/i.test(name) || OTHER_NAME.test(name)) return 0;
  return /^keycloak$/i.test(name) ? 2 : 1;
}

/** A port of a container that this machine can reach. */
interface PublishedPort {
  /** Name or IP address of this machine, as in a URL. */
  readonly host: string;
  readonly port: number;
  /** The port in the container. */
  readonly target: number;
}

/** `[IP:]published:target`, where each part is a port or a range (Compose specification, "ports"). */
const MAPPING = /^(?:(\[[\da-f:.]+\]|[^:[\]]*):)?(\d+)(?:-(\d+))?:(\d+)(?:-(\d+))?$/i;
const ANY_OR_LOOPBACK = /^(?:|0\.0\.0\.0|127\.\d+\.\d+\.\d+|localhost|\[[0:]*1?\])$/i;
const MAX_PORT = 65_535;

/** Parses a port mapping. Returns `null` if it publishes no port, or a port that Docker selects. */
export function parsePortMapping(mapping: string): PortRange | null {
  const [whole, ip = '', published, publishedEnd, target, targetEnd] =
    MAPPING.exec(mapping.trim().replace(/\/(?:tcp|udp|sctp)$/i, '')) ?? [];
  if (whole === undefined) return null;
  const first = { port: Number(published), target: Number(target) };
  const count =
    Math.min(Number(publishedEnd ?? published) - first.port, Number(targetEnd ?? target) - first.target) + 1;
  if (count < 1 || first.port > MAX_PORT || first.target > MAX_PORT) return null;
  return { host: ANY_OR_LOOPBACK.test(ip) ? 'localhost' : ip, ...first, count };
}

/** Adjacent ports that are published in the same order. */
export interface PortRange extends PublishedPort {
  readonly count: number;
}

/** Returns the published port of the first target that has one. */
export function findPublishedPort(ranges: readonly PortRange[], targets: readonly number[]): PublishedPort | null {
  for (const target of targets) {
    const range = ranges.find(({ target: first, count }) => target >= first && target < first + count);
    if (range !== undefined) return { host: range.host, port: range.port + target - range.target, target };
  }
  return null;
}

const DEFAULT_PORTS: Readonly<Record<'http' | 'https', number>> = { http: 80, https: 443 };

/** Returns an origin, without the port if it is the default of the scheme. */
export function formatOrigin(scheme: 'http' | 'https', host: string, port: number | null): string {
  return `${scheme}://${host}${port === null || port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`;
}

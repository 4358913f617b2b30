import { trimEnd } from '#core/util/copy-text';
import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { COMPOSE_TAGS, type ComposeChange, composeSchema, mergeCompose, type Service } from './compose-merge';
import { escapeDollars, interpolate } from './env-file';
import {
  findPublishedPort,
  formatOrigin,
  isServiceHost,
  type PortRange,
  type ProviderSettings,
  parsePortMapping,
  parseWebUrl,
  rateProviderLikelihood,
  readProviderUrls,
} from './provider-urls';
import { readYaml } from './safe-yaml';

/** The log-in settings in a registry's compose files. `null` means that the files have no such setting. */
export interface ComposeFacts {
  readonly authUrl: string | null;
  readonly pathPrefix: string | null;
  readonly registryUrl: string | null;
  readonly realm: string | null;
  readonly clientId: string | null;
  /** Origin of the issuer of the provider's tokens, unless it depends on the URL of the token request. */
  readonly issuerOrigin: string | null;
  /** The issuer whose tokens the registry accepts. */
  readonly issuer: string | null;
  /** Used for one log-in only, and never stored. */
  readonly password: string | null;
}

type Variables = ReadonlyMap<string, string>;

/** Whether Compose merges this file into the others by default, such as `docker-compose.override.yml`. */
export function isComposeOverride(name: string): boolean {
  return /(^|[./\\_-])override\.ya?ml$/i.test(name);
}

/** Reads the services of one compose file. */
export function readComposeFile(text: string): Result<ComposeChange, Message> {
  const yaml = readYaml(text, COMPOSE_TAGS);
  if (!yaml.ok) return yaml;
  const compose = composeSchema.safeParse(yaml.value);
  return compose.success ? succeed(compose.data) : fail(message('setup.error.noServices'));
}

/** The settings of merged compose files. */
export interface MergedCompose {
  /** `null` if no service is a Keycloak or a registry. */
  readonly facts: ComposeFacts | null;
  /** Names of the services with these settings. */
  readonly sources: ReadonlySet<string>;
}

/** Merges compose files in this order, with the resolved variables of their `.env` file and of each `env_file`. */
export function mergeComposeFiles(
  files: readonly ComposeChange[],
  variables: Variables,
  envFiles: ReadonlyMap<string, Variables> = new Map(),
): MergedCompose {
  const services = [...mergeCompose(files)].map(
    ([name, service]): NamedService => ({
      name,
      image: interpolate(service.image ?? '', variables),
      service: service.envFiles.length === 0 ? service : withEnvFiles(service, variables, envFiles),
    }),
  );
  const provider = findLikeliest(services, ({ name, image, service }) => rateProviderLikelihood(name, image, service));
  const registry = findLikeliest(services, (service) => (service === provider ? 0 : rateRegistryLikelihood(service)));
  const sources = new Set([provider, registry].flatMap((service) => (service === undefined ? [] : [service.name])));
  const facts = sources.size === 0 ? null : readFacts({ provider, registry, services, variables });
  return { facts, sources };
}

/** Adds the variables of a service's files. Variables of its `environment` have precedence. */
function withEnvFiles(service: Service, variables: Variables, envFiles: ReadonlyMap<string, Variables>): Service {
  const environment = new Map<string, string | null>();
  for (const path of service.envFiles) {
    for (const [key, value] of envFiles.get(baseNameOf(interpolate(path, variables))) ?? []) {
      environment.set(key, escapeDollars(value));
    }
  }
  for (const [key, value] of service.environment) environment.set(key, value);
  return { ...service, environment };
}

/** Returns the base names of all `env_file`s of services. */
export function findEnvFileNames(files: readonly ComposeChange[], variables: Variables): ReadonlySet<string> {
  const paths = [...mergeCompose(files).values()].flatMap(({ envFiles }) => envFiles);
  return new Set(paths.map((path) => baseNameOf(interpolate(path, variables))));
}

/** Returns the file name of a path. */
export function baseNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

interface NamedService {
  readonly name: string;
  /** The image after interpolation of variables. */
  readonly image: string;
  readonly service: Service;
}

function findLikeliest(
  services: readonly NamedService[],
  likelihood: (service: NamedService) => number,
): NamedService | undefined {
  let best: NamedService | undefined;
  let highest = 0;
  for (const service of services) {
    const current = likelihood(service);
    if (current <= highest) continue;
    best = service;
    highest = current;
  }
  return best;
}

function rateRegistryLikelihood({ name, service }: NamedService): number {
  if (name === 'registry') return 3;
  if (findVariable(service, 'sunbird_keycloak_user_password') !== undefined) return 2;
  return findVariable(service, 'sunbird_sso_realm') !== undefined ? 1 : 0;
}

/** Returns the value of a variable in any letter case. `name` is in lower case. */
function findVariable({ environment }: Service, name: string): string | null | undefined {
  return [...environment].find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Returns the merged settings, or a failure if none of them come from these services. */
export function findFactsOfFile(
  { services }: ComposeChange,
  { facts, sources }: MergedCompose,
): Result<ComposeFacts, Message> {
  const names = [...services.keys()];
  if (facts !== null && names.some((name) => sources.has(name))) return succeed(facts);
  return fail(message('setup.error.noKnownService', { services: formatNames(names) }));
}

function formatNames(services: readonly string[]): MessageText {
  const names = services.slice(0, 8).map((name) => name.slice(0, 40));
  return names.length === 0 ? message('setup.none') : names.join(', ');
}

/** Placeholder in the registry's own `.env` file, which administrators must replace. */
const PLACEHOLDER = /^CHANGE_ME(_|$)/i;

interface RecognizedServices {
  readonly provider: NamedService | undefined;
  readonly registry: NamedService | undefined;
  readonly services: readonly NamedService[];
  readonly variables: Variables;
}

function readFacts({ provider, registry, services, variables }: RecognizedServices): ComposeFacts {
  const resolve = (raw: string | null | undefined) => {
    const text = interpolate(raw ?? '', variables).trim();
    return text === '' || PLACEHOLDER.test(text) ? null : text;
  };
  const setting = (name: string) => resolve(registry && findVariable(registry.service, name));
  const ssoUrl = setting('sunbird_sso_url');
  const realm = setting('sunbird_sso_realm');
  const ssoIssuer = ssoUrl !== null && realm !== null ? `${trimEnd(ssoUrl, '/')}/realms/${realm}` : null;
  const urls = provider && readProviderUrls(providerSettings(provider, variables, resolve));
  const sso = parseWebUrl(ssoUrl);
  const publicSso = sso !== null && !isServiceHost(sso.hostname) ? sso.origin : null;
  return {
    authUrl: urls?.authUrl ?? publicSso ?? (provider ? findGatewayOrigin(services, variables) : null),
    pathPrefix: sso === null ? (urls?.pathPrefix ?? null) : trimEnd(sso.pathname, '/'),
    issuerOrigin: urls?.issuerOrigin ?? null,
    registryUrl: registry ? findRegistryUrl(registry.service, variables) : null,
    realm,
    clientId: setting('sunbird_sso_client_id'),
    issuer: setting('oauth2_resources_0_uri') ?? setting('oauth2_resource_uri') ?? ssoIssuer,
    password: setting('sunbird_keycloak_user_password'),
  };
}

function providerSettings(
  { image, service }: NamedService,
  variables: Variables,
  resolve: (raw: string | null | undefined) => string | null,
): ProviderSettings {
  return {
    image,
    command: interpolate(`${service.entrypoint ?? ''} ${service.command ?? ''}`, variables),
    ports: readPorts(service, variables),
    setting: (name) => resolve(service.environment.get(name)),
  };
}

function readPorts({ ports }: Service, variables: Variables): readonly PortRange[] {
  return ports.flatMap((mapping) => parsePortMapping(interpolate(mapping, variables)) ?? []);
}

/** Returns the URL on this machine, by the published port of the registry or else the first published port. */
function findRegistryUrl(service: Service, variables: Variables): string | null {
  const ports = readPorts(service, variables);
  const port = findPublishedPort(ports, [8081, 8080]) ?? ports[0];
  if (port === undefined) return null;
  const isHttps = port.target === 443 || port.target === 8443;
  return formatOrigin(isHttps ? 'https' : 'http', port.host, port.port);
}

/** Returns the origin of the reverse proxy in front of all services, if there is one. */
function findGatewayOrigin(services: readonly NamedService[], variables: Variables): string | null {
  const gateway = services.find(({ image }) => GATEWAY.test(image));
  const ports = gateway === undefined ? [] : readPorts(gateway.service, variables);
  const http = findPublishedPort(ports, [80, 8080]);
  if (http !== null) return formatOrigin('http', http.host, http.port);
  const https = findPublishedPort(ports, [443, 8443]);
  return https === null ? null : formatOrigin('https', https.host, https.port);
}

const GATEWAY = /nginx|traefik|caddy|haproxy|httpd|gateway/i;

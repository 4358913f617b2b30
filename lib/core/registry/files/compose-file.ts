import { trimEnd } from '#core/util/copy-text';
import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { COMPOSE_TAGS, type ComposeChange, composeSchema, mergeCompose, type Service } from './compose-merge';
import { interpolate } from './env-file';
import {
  isInternal,
  originAt,
  type PortRange,
  type ProviderSettings,
  providerLikelihood,
  publishedPortOf,
  readProviderAddress,
  readPublishedPorts,
  webUrlOf,
} from './provider-address';
import { readYaml } from './safe-yaml';

/** Facts of a registry's compose file about logging in. `null`: it does not say. */
export interface ComposeFacts {
  readonly authUrl: string | null;
  readonly pathPrefix: string | null;
  readonly registryUrl: string | null;
  readonly realm: string | null;
  /** Origin of the issuer of the provider's tokens, where the URL of a request does not decide it. */
  readonly issuerOrigin: string | null;
  /** The issuer whose tokens the registry takes. */
  readonly issuer: string | null;
  /** For this log-in only: it is not stored. */
  readonly password: string | null;
}

type Variables = ReadonlyMap<string, string>;

/** Whether Compose merges this file into the others by default: `docker-compose.override.yml`. */
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

/** Facts of all compose files together. */
export interface MergedCompose {
  /** `null` where no service is a Keycloak or a registry. */
  readonly facts: ComposeFacts | null;
  /** The services that the facts come from. */
  readonly sources: ReadonlySet<string>;
}

/** Merges compose files in this order, with the variables of their `.env` and of the files that services name. */
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
  const provider = likeliest(services, ({ name, image, service }) => providerLikelihood(name, image, service));
  const registry = likeliest(services, (one) => (one === provider ? 0 : registryLikelihood(one)));
  const sources = new Set([provider, registry].flatMap((found) => (found === undefined ? [] : [found.name])));
  const facts = sources.size === 0 ? null : factsOf({ provider, registry, services, variables });
  return { facts, sources };
}

/** Variables of a service's files have a lower precedence than those of its `environment`. */
function withEnvFiles(service: Service, variables: Variables, envFiles: ReadonlyMap<string, Variables>): Service {
  const environment = new Map<string, string | null>();
  for (const path of service.envFiles) {
    for (const [key, value] of envFiles.get(baseNameOf(interpolate(path, variables))) ?? []) {
      environment.set(key, value);
    }
  }
  for (const [key, value] of service.environment) environment.set(key, value);
  return { ...service, environment };
}

/** Returns the base names of the files whose variables services import. */
export function envFileNames(files: readonly ComposeChange[], variables: Variables): ReadonlySet<string> {
  const paths = [...mergeCompose(files).values()].flatMap(({ envFiles }) => envFiles);
  return new Set(paths.map((path) => baseNameOf(interpolate(path, variables))));
}

/** The part of a path after its last folder. */
export function baseNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

interface NamedService {
  readonly name: string;
  /** With its variables put in. */
  readonly image: string;
  readonly service: Service;
}

function likeliest(
  services: readonly NamedService[],
  likelihood: (service: NamedService) => number,
): NamedService | undefined {
  let best: NamedService | undefined;
  let most = 0;
  for (const service of services) {
    const likely = likelihood(service);
    if (likely <= most) continue;
    best = service;
    most = likely;
  }
  return best;
}

function registryLikelihood({ name, service }: NamedService): number {
  if (name === 'registry') return 3;
  if (settingIn(service, 'sunbird_keycloak_user_password') !== undefined) return 2;
  return settingIn(service, 'sunbird_sso_realm') !== undefined ? 1 : 0;
}

function settingIn({ environment }: Service, name: string): string | null | undefined {
  return [...environment].find(([key]) => key.toLowerCase() === name)?.[1];
}

/** The merged facts, or a failure where nothing of this file is in them. */
export function factsWith(
  { services }: ComposeChange,
  { facts, sources }: MergedCompose,
): Result<ComposeFacts, Message> {
  const names = [...services.keys()];
  if (facts !== null && names.some((name) => sources.has(name))) return succeed(facts);
  return fail(message('setup.error.noKnownService', { services: nameList(names) }));
}

function nameList(services: readonly string[]): MessageText {
  const names = services.slice(0, 8).map((name) => name.slice(0, 40));
  return names.length === 0 ? message('setup.none') : names.join(', ');
}

/** The value in the registry's own `.env` until an administrator replaces it. */
const PLACEHOLDER = /^CHANGE_ME(_|$)/i;

interface FoundServices {
  readonly provider: NamedService | undefined;
  readonly registry: NamedService | undefined;
  readonly services: readonly NamedService[];
  readonly variables: Variables;
}

function factsOf({ provider, registry, services, variables }: FoundServices): ComposeFacts {
  const value = (written: string | null | undefined) => {
    const text = interpolate(written ?? '', variables).trim();
    return text === '' || PLACEHOLDER.test(text) ? null : text;
  };
  const setting = (name: string) => value(registry && settingIn(registry.service, name));
  const ssoUrl = setting('sunbird_sso_url');
  const realm = setting('sunbird_sso_realm');
  const ssoIssuer = ssoUrl !== null && realm !== null ? `${trimEnd(ssoUrl, '/')}/realms/${realm}` : null;
  const address = provider && readProviderAddress(providerSettings(provider, variables, value));
  const sso = webUrlOf(ssoUrl);
  const publicSso = sso !== null && !isInternal(sso.hostname) ? sso.origin : null;
  return {
    authUrl: address?.authUrl ?? publicSso ?? (provider ? gatewayOf(services, variables) : null),
    pathPrefix: sso === null ? (address?.pathPrefix ?? null) : trimEnd(sso.pathname, '/'),
    issuerOrigin: address?.issuerOrigin ?? null,
    registryUrl: registry ? registryUrlOf(registry.service, variables) : null,
    realm,
    issuer: setting('oauth2_resources_0_uri') ?? setting('oauth2_resource_uri') ?? ssoIssuer,
    password: setting('sunbird_keycloak_user_password'),
  };
}

function providerSettings(
  { image, service }: NamedService,
  variables: Variables,
  value: (written: string | null | undefined) => string | null,
): ProviderSettings {
  return {
    image,
    command: interpolate(`${service.entrypoint ?? ''} ${service.command ?? ''}`, variables),
    ports: portsOf(service, variables),
    setting: (name) => value(service.environment.get(name)),
  };
}

function portsOf({ ports }: Service, variables: Variables): readonly PortRange[] {
  return ports.flatMap((written) => readPublishedPorts(interpolate(written, variables)) ?? []);
}

/** The address on this machine: of the mapping to the registry's port, else of the first. */
function registryUrlOf(service: Service, variables: Variables): string | null {
  const ports = portsOf(service, variables);
  const found = publishedPortOf(ports, [8081, 8080]) ?? ports[0];
  return found === undefined
    ? null
    : originAt(found.target === 443 || found.target === 8443 ? 'https' : 'http', found.host, found.port);
}

/** The reverse proxy in front of all, as a registry's own compose file has it. */
function gatewayOf(services: readonly NamedService[], variables: Variables): string | null {
  const gateway = services.find(({ image }) => GATEWAY.test(image));
  const ports = gateway === undefined ? [] : portsOf(gateway.service, variables);
  const http = publishedPortOf(ports, [80, 8080]);
  if (http !== null) return originAt('http', http.host, http.port);
  const https = publishedPortOf(ports, [443, 8443]);
  return https === null ? null : originAt('https', https.host, https.port);
}

const GATEWAY = /nginx|traefik|caddy|haproxy|httpd|gateway/i;

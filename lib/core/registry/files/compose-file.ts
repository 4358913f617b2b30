import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { trimEnd } from '#core/util/trim-end';
import { COMPOSE_TAGS, type ComposeChange, composeSchema, mergeCompose, type Service } from './compose-merge';
import { interpolate } from './env-file';
import { readYaml } from './safe-yaml';

/** What a registry's compose file tells about logging in. `null`: it does not say. */
export interface ComposeFacts {
  readonly authUrl: string | null;
  readonly pathPrefix: string | null;
  readonly registryUrl: string | null;
  readonly realm: string | null;
  /** The issuer whose tokens the registry takes. */
  readonly issuer: string | null;
  /** For this log-in only: it is not stored. */
  readonly password: string | null;
}

type Variables = ReadonlyMap<string, string>;

/** Whether Compose puts this file on top of the others by itself: `docker-compose.override.yml`. */
export function isComposeOverride(name: string): boolean {
  return /(^|[./\\_-])override\.ya?ml$/i.test(name);
}

/** Reads what one compose file says of its services. */
export function readComposeFile(text: string): Result<ComposeChange, Message> {
  const yaml = readYaml(text, COMPOSE_TAGS);
  if (!yaml.ok) return yaml;
  const compose = composeSchema.safeParse(yaml.value);
  return compose.success ? succeed(compose.data) : fail(message('setup.error.noServices'));
}

/** What all compose files tell together. */
export interface MergedCompose {
  /** `null` where no service is a Keycloak or a registry. */
  readonly facts: ComposeFacts | null;
  /** The services that the facts come from. */
  readonly sources: ReadonlySet<string>;
}

/** Merges compose files in this order, with the variables of their `.env`. */
export function mergeComposeFiles(files: readonly ComposeChange[], variables: Variables): MergedCompose {
  const services = [...mergeCompose(files)].map(([name, service]) => ({ name, service }));
  const provider = services.find(({ name, service }) => isProvider(name, service));
  const registry = services.find(({ name, service }) => isRegistry(name, service));
  const sources = new Set([provider, registry].flatMap((found) => (found === undefined ? [] : [found.name])));
  return { facts: sources.size === 0 ? null : factsOf(provider?.service, registry?.service, variables), sources };
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

const isProvider = (name: string, { image }: Service) => /keycloak/i.test(name) || /keycloak/i.test(image ?? '');
const isRegistry = (name: string, service: Service) =>
  !isProvider(name, service) && (name === 'registry' || passwordOf(service) !== undefined);

function passwordOf({ environment }: Service): string | null | undefined {
  return [...environment].find(([key]) => key.toLowerCase() === 'sunbird_keycloak_user_password')?.[1];
}

/** The value in the registry's own `.env` until an administrator replaces it. */
const PLACEHOLDER = /^CHANGE_ME(_|$)/i;

function factsOf(provider: Service | undefined, registry: Service | undefined, variables: Variables): ComposeFacts {
  const value = (written: string | null | undefined) => {
    const text = interpolate(written ?? '', variables).trim();
    return text === '' || PLACEHOLDER.test(text) ? null : text;
  };
  const setting = (name: string) => {
    const found = [...(registry?.environment ?? [])].find(([key]) => key.toLowerCase() === name);
    return value(found?.[1]);
  };
  const ssoUrl = setting('sunbird_sso_url');
  const realm = setting('sunbird_sso_realm');
  const ssoIssuer = ssoUrl !== null && realm !== null ? `${trimEnd(ssoUrl, '/')}/realms/${realm}` : null;
  return {
    authUrl: urlOf(provider, ['8080'], variables),
    pathPrefix: ssoUrl === null ? prefixOf(provider, variables) : pathOf(ssoUrl),
    registryUrl: urlOf(registry, ['8081', '8080'], variables),
    realm,
    issuer: setting('oauth2_resources_0_uri') ?? setting('oauth2_resource_uri') ?? ssoIssuer,
    password: value(registry && passwordOf(registry)),
  };
}

/** The address on this machine: of the mapping to one of the wanted ports inside, else of the first. */
function urlOf(service: Service | undefined, inside: readonly string[], variables: Variables): string | null {
  const mappings = (service?.ports ?? []).map((written) =>
    interpolate(written, variables)
      .replace(/\/\w+$/, '')
      .split(':'),
  );
  const published = mappings.filter((parts) => parts.length > 1);
  const wanted = published.find((parts) => inside.includes(parts.at(-1) ?? '')) ?? published[0];
  const number = wanted?.at(-2) ?? '';
  return /^\d+$/.test(number) ? `http://localhost:${number}` : null;
}

/** Keycloak's images have no `/auth` from 17 on, unless it is configured. */
function prefixOf(provider: Service | undefined, variables: Variables): string | null {
  if (provider === undefined) return null;
  const reported =
    /--http-relative-path[= ]["']?([^\s"']+)/.exec(provider.command ?? '')?.[1] ??
    provider.environment.get('KC_HTTP_RELATIVE_PATH');
  if (typeof reported === 'string') return trimEnd(reported, '/');
  const version = /:(\d+)/.exec(interpolate(provider.image ?? '', variables).replace(/^.*\//, ''))?.[1];
  return version !== undefined && Number(version) >= 17 ? '' : '/auth';
}

function pathOf(address: string): string | null {
  return URL.canParse(address) ? trimEnd(new URL(address).pathname, '/') : null;
}

import { fail, type Result, succeed } from '#core/util/result';
import { trimEnd } from '#core/util/trim-end';
import { z } from '#core/util/zod';
import { i18n } from '#i18n';
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

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const scalar = text.nullable().transform((value) => value ?? '');
const optionalText = text
  .nullish()
  .catch(null)
  .transform((value) => value ?? undefined);
const port = z.union([
  scalar,
  z.object({ target: scalar, published: scalar.optional() }).transform((one) => `${one.published ?? ''}:${one.target}`),
]);
const serviceSchema = z.object({
  image: optionalText,
  command: z.union([z.array(scalar).transform((words) => words.join(' ')), optionalText]),
  ports: z.array(port).catch([]),
  /** `null`: Compose takes the value from the shell that runs it, which nobody knows here. */
  environment: z.union([z.record(z.string(), text.nullable()), z.array(scalar).transform(fromList)]).catch({}),
});
type Service = z.infer<typeof serviceSchema>;
const composeSchema = z.object({ services: z.record(z.string(), serviceSchema.nullable().catch(null)) });

/** The services of one compose file, or of several that were merged, by name. */
export type ComposeServices = ReadonlyMap<string, Service>;

/** `NAME=value` lines as a record; a line `NAME` has no value of its own. */
function fromList(lines: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    lines.map((line) => {
      const name = line.replace(/=.*$/s, '');
      return [name, name === line ? null : line.slice(name.length + 1)];
    }),
  );
}

/** Whether Compose puts this file on top of the others by itself: `docker-compose.override.yml`. */
export function isComposeOverride(name: string): boolean {
  return /(^|[./-])override\.ya?ml$/i.test(name);
}

/** Reads a compose file. Fails with a sentence. */
export function readComposeServices(file: string): Result<ComposeServices, string> {
  const yaml = readYaml(file);
  if (!yaml.ok) return yaml;
  const compose = composeSchema.safeParse(yaml.value);
  if (!compose.success) return fail(i18n.t('setup.itHasNoServicesSo'));
  return succeed(
    new Map(Object.entries(compose.data.services).flatMap(([name, each]) => (each === null ? [] : [[name, each]]))),
  );
}

/**
 * Merges two compose files as Compose does: single values are replaced, mappings are merged by key, ports are added.
 * A `null` replaces nothing. https://docs.docker.com/reference/compose-file/merge/
 */
export function mergeServices(base: ComposeServices, override: ComposeServices): ComposeServices {
  const merged = new Map(base);
  for (const [name, over] of override) {
    const under = base.get(name);
    merged.set(name, under === undefined ? over : mergeService(under, over));
  }
  return merged;
}

function mergeService(base: Service, override: Service): Service {
  const set = Object.entries(override.environment).filter(([, value]) => value !== null);
  return {
    image: override.image ?? base.image,
    command: override.command ?? base.command,
    ports: [...base.ports, ...override.ports],
    environment: { ...base.environment, ...Object.fromEntries(set) },
  };
}

/** Returns what the services tell, with the variables of their `.env`. Fails with a sentence. */
export function composeFacts(found: ComposeServices, variables: Variables): Result<ComposeFacts, string> {
  const services = [...found].map(([name, service]) => ({ name, service }));
  const provider = services.find(({ name, service }) => isProvider(name, service))?.service;
  const registry = services.find(({ name, service }) => isRegistry(name, service))?.service;
  if (provider === undefined && registry === undefined) {
    return fail(i18n.t('setup.itHasNeitherAKeycloak', { services: nameList(services) }));
  }
  return succeed(factsOf(provider, registry, variables));
}

function nameList(services: readonly { readonly name: string }[]): string {
  const names = services.slice(0, 8).map(({ name }) => name.slice(0, 40));
  return names.length === 0 ? 'none' : names.join(', ');
}

const isProvider = (name: string, { image }: Service) => /keycloak/i.test(name) || /keycloak/i.test(image ?? '');
const isRegistry = (name: string, service: Service) =>
  !isProvider(name, service) && (name === 'registry' || passwordOf(service) !== undefined);

function passwordOf({ environment }: Service): string | undefined {
  const name = Object.keys(environment).find((key) => key.toLowerCase() === 'sunbird_keycloak_user_password');
  return name === undefined ? undefined : (environment[name] ?? undefined);
}

/** The registry's own files have `CHANGE_ME_…` where a secret is to be filled in. */
function isPlaceholder(secret: string): boolean {
  return /^change[_-]?me/i.test(secret);
}

function factsOf(provider: Service | undefined, registry: Service | undefined, variables: Variables): ComposeFacts {
  const value = (written: string | undefined) =>
    written === undefined ? null : interpolate(written, variables).trim() || null;
  const setting = (name: string) => {
    const found = Object.entries(registry?.environment ?? {}).find(([key]) => key.toLowerCase() === name);
    return value(found?.[1] ?? undefined);
  };
  const password = value(registry && passwordOf(registry));
  const ssoUrl = setting('sunbird_sso_url');
  const realm = setting('sunbird_sso_realm');
  const ssoIssuer = ssoUrl !== null && realm !== null ? `${trimEnd(ssoUrl, '/')}/realms/${realm}` : null;
  return {
    authUrl: addressOf(provider, ['8080'], variables),
    pathPrefix: ssoUrl === null ? prefixOf(provider, variables) : pathOf(ssoUrl),
    registryUrl: addressOf(registry, ['8081', '8080'], variables),
    realm,
    issuer: setting('oauth2_resources_0_uri') ?? setting('oauth2_resource_uri') ?? ssoIssuer,
    password: password !== null && isPlaceholder(password) ? null : password,
  };
}

/** The address on this machine: of the mapping to one of the wanted ports inside, else of the first. */
function addressOf(service: Service | undefined, inside: readonly string[], variables: Variables): string | null {
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

/** Keycloak's own images have no `/auth` from 17 on, unless they are told to. */
function prefixOf(provider: Service | undefined, variables: Variables): string | null {
  if (provider === undefined) return null;
  const told =
    /--http-relative-path[= ]["']?([^\s"']+)/.exec(provider.command ?? '')?.[1] ??
    provider.environment.KC_HTTP_RELATIVE_PATH;
  if (told != null) return trimEnd(told, '/');
  const version = /:(\d+)/.exec(interpolate(provider.image ?? '', variables).replace(/^.*\//, ''))?.[1];
  return version !== undefined && Number(version) >= 17 ? '' : '/auth';
}

function pathOf(address: string): string | null {
  return URL.canParse(address) ? trimEnd(new URL(address).pathname, '/') : null;
}

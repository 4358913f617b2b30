import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { EnvironmentDraft } from '#core/identity/typed-environment';
import { parseJson } from '#core/json/json';
import { fail, type Result, succeed } from '#core/util/result';
import { i18n } from '#i18n';
import {
  type ComposeFacts,
  type ComposeServices,
  composeFacts,
  isComposeOverride,
  mergeServices,
  readComposeServices,
} from './compose-file';
import { type EntityFacts, readEntitySchema } from './entity-schema';
import { readEnvFile } from './env-file';
import { type DroppedFile, isYaml, MOST_FILES, readDropped } from './limits';
import { type RealmFacts, readRealmExport } from './realm-export';

/** What one file brought. */
export interface FileReport {
  readonly name: string;
  readonly outcome: 'read' | 'refused';
  /** A sentence: what was taken from it, or why nothing was. */
  readonly words: string;
}

/** What a registry's own files say. Nothing of it is stored before the person saves it; the password never is. */
export interface RegistrySetup {
  readonly draft: EnvironmentDraft;
  readonly password: string | null;
  readonly entities: readonly EntityFacts[];
  readonly warnings: readonly string[];
  readonly files: readonly FileReport[];
}

interface Found {
  readonly services: ComposeServices;
  readonly compose: ComposeFacts | null;
  readonly realm: RealmFacts | null;
  readonly entities: readonly EntityFacts[];
}

interface Opened {
  readonly name: string;
  readonly text: Result<string, string>;
}

const NOTHING: Found = { services: new Map(), compose: null, realm: null, entities: [] };

/**
 * Reads what was dropped. Each file by itself: one that is wrong or hostile spoils none of the others. Compose files are
 * merged as Compose does, an override after the file that it overrides, however they were dropped.
 */
export async function readRegistryFiles(dropped: readonly DroppedFile[]): Promise<RegistrySetup> {
  const read = dropped.slice(0, MOST_FILES);
  const opened = await Promise.all(read.map(async (file) => ({ name: file.name, text: await readDropped(file) })));
  const variables = new Map(opened.filter(isEnv).flatMap(({ text }) => (text.ok ? [...readEnvFile(text.value)] : [])));
  let found = NOTHING;
  const reports = new Map<Opened, FileReport>();
  for (const file of [...opened.filter((each) => !isOverride(each)), ...opened.filter(isOverride)]) {
    const taken = isEnv(file) ? takeEnv(file) : takeFrom(file, variables, found.services);
    if (taken.ok) found = joined(found, taken.value.found);
    reports.set(file, {
      name: file.name,
      ...(taken.ok ? { outcome: 'read', words: taken.value.words } : { outcome: 'refused', words: taken.failure }),
    });
  }
  const files = opened.flatMap((file) => reports.get(file) ?? []);
  return setupOf(found, [...files, ...tooMany(dropped)]);
}

const isEnv = ({ name }: Opened) => /(^|[./])env(\.|$)/i.test(name);

const isOverride = ({ name }: Opened) => isComposeOverride(name);

interface Taken {
  readonly found: Partial<Found>;
  readonly words: string;
}

function takeEnv({ text }: Opened): Result<Taken, string> {
  if (!text.ok) return text;
  const count = readEnvFile(text.value).size;
  return count === 0
    ? fail(i18n.t('setup.itHasNoLinesSuch'))
    : succeed({ found: {}, words: i18n.t('setup.variables', count, { count }) });
}

function takeFrom(
  { name, text }: Opened,
  variables: ReadonlyMap<string, string>,
  before: ComposeServices,
): Result<Taken, string> {
  if (!text.ok) return text;
  if (isYaml(name)) return takeCompose(text.value, variables, before);
  if (!/\.json$/i.test(name)) return fail(i18n.t('setup.onlyDockerComposeYmlEnv'));
  return takeJson(name, text.value);
}

function takeCompose(
  text: string,
  variables: ReadonlyMap<string, string>,
  before: ComposeServices,
): Result<Taken, string> {
  const read = readComposeServices(text);
  if (!read.ok) return read;
  const services = mergeServices(before, read.value);
  const compose = composeFacts(services, variables);
  if (!compose.ok) return compose;
  return succeed({ found: { services, compose: compose.value }, words: composeWords(compose.value) });
}

function takeJson(name: string, text: string): Result<Taken, string> {
  const json = parseJson(text);
  if (json === undefined) return fail(i18n.t('setup.itIsNotJson'));
  const realm = readRealmExport(json);
  if (realm.ok)
    return succeed({ found: { realm: realm.value }, words: i18n.t('setup.realm', { realm: realm.value.realm }) });
  const schema = readEntitySchema(json, name);
  if (!schema.ok) return schema;
  const { entity, userIdPath } = schema.value;
  const words =
    userIdPath === null
      ? i18n.t('setup.namesNoUserId', { entity })
      : i18n.t('setup.theUserIdOfA', { entity, userIdPath });
  return succeed({ found: { entities: [schema.value] }, words });
}

function composeWords({ authUrl, registryUrl, password }: ComposeFacts): string {
  const parts = [
    authUrl === null ? i18n.t('setup.noPortOfTheIdentity') : i18n.t('setup.identityProviderAt', { authUrl }),
    registryUrl === null ? null : i18n.t('setup.registryAt', { registryUrl }),
    password === null ? i18n.t('setup.noDefaultPassword') : i18n.t('setup.defaultPasswordFound'),
  ];
  return `${parts.filter((part) => part !== null).join(', ')}.`;
}

function joined(found: Found, more: Partial<Found>): Found {
  return {
    services: more.services ?? found.services,
    compose: more.compose ?? found.compose,
    realm: more.realm ?? found.realm,
    entities: [...found.entities, ...(more.entities ?? [])],
  };
}

function tooMany(dropped: readonly DroppedFile[]): FileReport[] {
  const left = dropped.length - MOST_FILES;
  return left <= 0
    ? []
    : [
        {
          name: i18n.t('setup.more', { left }),
          outcome: 'refused',
          words: i18n.t('setup.atMostFilesAreRead', { mostFiles: MOST_FILES }),
        },
      ];
}

function setupOf({ compose, realm, entities }: Found, files: readonly FileReport[]): RegistrySetup {
  const issuer = compose?.issuer ?? '';
  const draft = {
    ...LOCAL_REGISTRY,
    name: i18n.t('setup.registryFromFiles'),
    authUrl: compose?.authUrl ?? LOCAL_REGISTRY.authUrl,
    pathPrefix: compose?.pathPrefix ?? LOCAL_REGISTRY.pathPrefix,
    realm: realm?.realm ?? compose?.realm ?? LOCAL_REGISTRY.realm,
    clientId: realm?.clientId ?? LOCAL_REGISTRY.clientId,
    registryUrl: compose?.registryUrl ?? LOCAL_REGISTRY.registryUrl,
    issuer,
  };
  return { draft, password: compose?.password ?? null, entities, warnings: warningsOf(draft, realm), files };
}

function warningsOf({ authUrl, issuer }: EnvironmentDraft, realm: RealmFacts | null): string[] {
  const trap = issuer !== '' && !issuer.startsWith(`${authUrl}/`);
  const words = i18n.t('setup.theRegistryTakesOnlyTokens', { issuer, authUrl });
  return [...(realm?.warnings ?? []), ...(trap ? [words] : [])];
}

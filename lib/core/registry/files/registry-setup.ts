import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { EnvironmentDraft } from '#core/identity/typed-environment';
import { parseJson } from '#core/json/json';
import { fail, type Result, succeed } from '#core/util/result';
import { i18n } from '#i18n';
import {
  type ComposeFacts,
  factsWith,
  isComposeOverride,
  type MergedCompose,
  mergeComposeFiles,
  readComposeFile,
} from './compose-file';
import type { ComposeChange } from './compose-merge';
import { type EntityFacts, readEntitySchema } from './entity-schema';
import { readEnvFile } from './env-file';
import { type DroppedFile, isYaml, MOST_FILES, readDropped } from './limits';
import { type RealmFacts, readRealmExport } from './realm-export';

/** What one file brought. */
interface FileReport {
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
  readonly compose: ComposeFacts | null;
  readonly realm: RealmFacts | null;
  readonly entities: readonly EntityFacts[];
}

interface Opened {
  readonly name: string;
  readonly text: Result<string, string>;
}

const NOTHING: Found = { compose: null, realm: null, entities: [] };

/** Reads what was dropped. Each file by itself: one that is wrong or hostile spoils none of the others. */
export async function readRegistryFiles(dropped: readonly DroppedFile[]): Promise<RegistrySetup> {
  const read = dropped.slice(0, MOST_FILES);
  const opened = await Promise.all(read.map(async (file) => ({ name: file.name, text: await readDropped(file) })));
  const variables = new Map(opened.filter(isEnv).flatMap(({ text }) => (text.ok ? [...readEnvFile(text.value)] : [])));
  const composeFiles = opened.filter((file) => isYaml(file.name) && !isEnv(file)).map(readCompose);
  const compose = mergeComposeFiles(inMergeOrder(composeFiles), variables);
  const composeByFile = new Map(composeFiles.map(({ file, change }) => [file, change]));
  let found: Found = { ...NOTHING, compose: compose.facts };
  const files = opened.map((file): FileReport => {
    const change = composeByFile.get(file);
    const taken = change === undefined ? takeFrom(file) : takeCompose(change, compose);
    if (!taken.ok) return { name: file.name, outcome: 'refused', words: taken.failure };
    found = joined(found, taken.value.found);
    return { name: file.name, outcome: 'read', words: taken.value.words };
  });
  return setupOf(found, [...files, ...tooMany(dropped)]);
}

const isEnv = ({ name }: Opened) => /(^|[./])env(\.|$)/i.test(name);

interface ComposeFile {
  readonly file: Opened;
  readonly change: Result<ComposeChange, string>;
}

function readCompose(file: Opened): ComposeFile {
  return { file, change: file.text.ok ? readComposeFile(file.text.value) : file.text };
}

/** Base files before overrides, in whichever order they were dropped. */
function inMergeOrder(files: readonly ComposeFile[]): readonly ComposeChange[] {
  const isOverride = ({ file }: ComposeFile) => isComposeOverride(file.name);
  return [...files.filter((file) => !isOverride(file)), ...files.filter(isOverride)].flatMap(({ change }) =>
    change.ok ? [change.value] : [],
  );
}

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

function takeCompose(change: Result<ComposeChange, string>, merged: MergedCompose): Result<Taken, string> {
  if (!change.ok) return change;
  const facts = factsWith(change.value, merged);
  return facts.ok ? succeed({ found: {}, words: composeWords(facts.value) }) : facts;
}

function takeFrom(file: Opened): Result<Taken, string> {
  const { name, text } = file;
  if (isEnv(file)) return takeEnv(file);
  if (!text.ok) return text;
  if (!/\.json$/i.test(name)) return fail(i18n.t('setup.onlyDockerComposeYmlEnv'));
  return takeJson(name, text.value);
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
    compose: found.compose,
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

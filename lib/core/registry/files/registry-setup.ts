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
import { type DroppedFile, isYaml, MOST_FILES, type ReadingControl, readDropped } from './limits';
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

interface OpenedFile {
  readonly name: string;
  readonly content: FileContent;
}

/** What is in a file, or a sentence that says why nothing is taken from it. */
type FileContent =
  | { readonly type: 'env'; readonly variables: Result<ReadonlyMap<string, string>, string> }
  | { readonly type: 'compose'; readonly change: Result<ComposeChange, string> }
  | { readonly type: 'other'; readonly taken: Result<Taken, string> };

const NOTHING: Found = { compose: null, realm: null, entities: [] };

/** Reads what was dropped. Each file by itself: one that is wrong or hostile spoils none of the others. */
export async function readRegistryFiles(
  dropped: readonly DroppedFile[],
  control: ReadingControl,
): Promise<Result<RegistrySetup, 'cancelled'>> {
  const read = dropped.slice(0, MOST_FILES);
  const opened: OpenedFile[] = [];
  for (const file of read) {
    const text = await readDropped(file, control.signal);
    if (control.signal.aborted) return fail('cancelled');
    opened.push({ name: file.name, content: contentOf(file.name, text) });
    control.onProgress(opened.length / read.length);
    await control.rest();
  }
  return succeed(setupOf(opened, dropped.length));
}

const isEnv = (name: string) => /(^|[./])env(\.|$)/i.test(name);

function contentOf(name: string, text: Result<string, string>): FileContent {
  if (isEnv(name)) return { type: 'env', variables: text.ok ? succeed(readEnvFile(text.value)) : text };
  if (isYaml(name)) return { type: 'compose', change: text.ok ? readComposeFile(text.value) : text };
  return { type: 'other', taken: text.ok ? takeOther(name, text.value) : text };
}

function setupOf(opened: readonly OpenedFile[], droppedCount: number): RegistrySetup {
  const compose = mergeComposeFiles(inMergeOrder(opened), variablesOf(opened));
  let found: Found = { ...NOTHING, compose: compose.facts };
  const files = opened.map(({ name, content }): FileReport => {
    const taken = takeFrom(content, compose);
    if (!taken.ok) return { name, outcome: 'refused', words: taken.failure };
    found = joined(found, taken.value.found);
    return { name, outcome: 'read', words: taken.value.words };
  });
  return withDraft(found, [...files, ...tooMany(droppedCount)]);
}

function variablesOf(opened: readonly OpenedFile[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const { content } of opened) {
    if (content.type !== 'env' || !content.variables.ok) continue;
    for (const [name, value] of content.variables.value) variables.set(name, value);
  }
  return variables;
}

/** Base files before overrides, in whichever order they were dropped. */
function inMergeOrder(files: readonly OpenedFile[]): readonly ComposeChange[] {
  const isOverride = ({ name }: OpenedFile) => isComposeOverride(name);
  return [...files.filter((file) => !isOverride(file)), ...files.filter(isOverride)].flatMap(({ content }) =>
    content.type === 'compose' && content.change.ok ? [content.change.value] : [],
  );
}

interface Taken {
  readonly found: Partial<Found>;
  readonly words: string;
}

function takeEnv(variables: Result<ReadonlyMap<string, string>, string>): Result<Taken, string> {
  if (!variables.ok) return variables;
  const count = variables.value.size;
  return count === 0
    ? fail(i18n.t('setup.itHasNoLinesSuch'))
    : succeed({ found: {}, words: i18n.t('setup.variables', count, { count }) });
}

function takeCompose(change: Result<ComposeChange, string>, merged: MergedCompose): Result<Taken, string> {
  if (!change.ok) return change;
  const facts = factsWith(change.value, merged);
  return facts.ok ? succeed({ found: {}, words: composeWords(facts.value) }) : facts;
}

function takeFrom(content: FileContent, compose: MergedCompose): Result<Taken, string> {
  if (content.type === 'env') return takeEnv(content.variables);
  return content.type === 'compose' ? takeCompose(content.change, compose) : content.taken;
}

function takeOther(name: string, text: string): Result<Taken, string> {
  return /\.json$/i.test(name) ? takeJson(name, text) : fail(i18n.t('setup.onlyDockerComposeYmlEnv'));
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

function tooMany(droppedCount: number): FileReport[] {
  const left = droppedCount - MOST_FILES;
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

function withDraft({ compose, realm, entities }: Found, files: readonly FileReport[]): RegistrySetup {
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

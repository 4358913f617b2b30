import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { EnvironmentDraft } from '#core/identity/environment-draft';
import { isJsonArray, isJsonObject, type Json, parseJson, valueAt } from '#core/json/json';
import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { originOfUrl } from '#core/util/site';
import {
  baseNameOf,
  type ComposeFacts,
  findEnvFileNames,
  findFactsOfFile,
  isComposeOverride,
  type MergedCompose,
  mergeComposeFiles,
  readComposeFile,
} from './compose-file';
import type { ComposeChange } from './compose-merge';
import { type DroppedFile, isYaml, MAX_FILES, type ReadingControl, readDroppedFile } from './dropped-file';
import { readEnvFile, resolveVariables } from './env-file';
import { type RealmFacts, readProviderFile } from './realm-export';

/** The result of reading one file. */
interface FileReport {
  /** Name of the file, or a message for several files. */
  readonly name: MessageText;
  readonly outcome: 'read' | 'failed';
  /** Summary of the settings in the file, or the reason why reading failed. */
  readonly message: Message;
}

/**
 * The setup that the files of a registry describe.
 * It is stored when the user saves it, but the password never is.
 */
export interface RegistrySetup {
  readonly draft: UnnamedDraft;
  readonly password: string | null;
  readonly entities: readonly EntityFacts[];
  readonly warnings: readonly Message[];
  readonly files: readonly FileReport[];
}

type UnnamedDraft = Omit<EnvironmentDraft, 'name'>;

interface SetupParts {
  readonly compose: ComposeFacts | null;
  readonly realm: RealmFacts | null;
  readonly entities: readonly EntityFacts[];
}

interface OpenedFile {
  readonly name: string;
  readonly content: FileContent;
}

/** The content of a file, or a message why it is not used. */
type FileContent =
  | { readonly type: 'env'; readonly variables: Result<ReadonlyMap<string, string>, Message> }
  | { readonly type: 'compose'; readonly change: Result<ComposeChange, Message> }
  | {
      readonly type: 'other';
      readonly part: Result<ParsedFilePart, Message>;
      /** Any file may be the `env_file` of a service. */
      readonly variables: Result<ReadonlyMap<string, string>, Message>;
    };

const NO_PARTS: SetupParts = { compose: null, realm: null, entities: [] };

/** Reads dropped files. An invalid or hostile file does not affect the others. */
export async function readRegistryFiles(
  dropped: readonly DroppedFile[],
  control: ReadingControl,
): Promise<Result<RegistrySetup, 'cancelled'>> {
  const files = dropped.slice(0, MAX_FILES);
  const opened: OpenedFile[] = [];
  for (const file of files) {
    const text = await readDroppedFile(file, control.signal);
    if (control.signal.aborted) return fail('cancelled');
    opened.push({ name: file.name, content: parseContent(file.name, text) });
    control.onProgress(opened.length / files.length);
    await control.yieldTask();
  }
  return succeed(mergeSetup(opened, dropped.length));
}

const isEnv = (name: string) => /(^|[./])env(\.|$)/i.test(name);
const isJson = (name: string) => /\.json$/i.test(name);

function parseContent(name: string, text: Result<string, Message>): FileContent {
  if (isYaml(name)) return { type: 'compose', change: text.ok ? readComposeFile(text.value) : text };
  if (isEnv(name)) return { type: 'env', variables: text.ok ? succeed(readEnvFile(text.value)) : text };
  const variables = text.ok ? succeed(isJson(name) ? new Map() : readEnvFile(text.value)) : text;
  return { type: 'other', part: text.ok ? readOtherPart(name, text.value) : text, variables };
}

function mergeSetup(opened: readonly OpenedFile[], droppedCount: number): RegistrySetup {
  const compose = readSetupCompose(opened);
  let parts: SetupParts = { ...NO_PARTS, compose: compose.merged.facts };
  const files: FileReport[] = [];
  for (const { name, content } of opened) {
    const part = readFilePart(content, compose.isEnvFile(name), compose.merged);
    if (part.ok) {
      parts = mergeParts(parts, part.value.parts);
      files.push({ name, outcome: 'read', message: part.value.message });
    } else files.push({ name, outcome: 'failed', message: part.failure });
  }
  return createSetup(parts, [...files, ...reportOmittedFiles(droppedCount)]);
}

interface SetupCompose {
  readonly merged: MergedCompose;
  /** Whether a service imports the variables of a file of this name. */
  readonly isEnvFile: (name: string) => boolean;
}

function readSetupCompose(opened: readonly OpenedFile[]): SetupCompose {
  const changes = sortForMerge(opened);
  const isProjectEnv = ({ content }: OpenedFile) => content.type === 'env';
  const envFileNames = findEnvFileNames(changes, collectVariables(opened.filter(isProjectEnv)));
  const isEnvFile = (name: string) => envFileNames.has(baseNameOf(name));
  // The variables of an `env_file` apply to its services only, unless it is the project's own `.env`.
  const project = collectVariables(
    opened.filter((file) => isProjectEnv(file) && (!isEnvFile(file.name) || baseNameOf(file.name) === '.env')),
  );
  const serviceEnvFiles = opened.filter(({ name }) => isEnvFile(name));
  const envFiles = new Map(serviceEnvFiles.map((file) => [baseNameOf(file.name), collectVariables([file], project)]));
  return { merged: mergeComposeFiles(changes, project, envFiles), isEnvFile };
}

function collectVariables(
  opened: readonly OpenedFile[],
  project?: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const files = opened.flatMap(({ content }) =>
    content.type !== 'compose' && content.variables.ok ? [content.variables.value] : [],
  );
  return resolveVariables(files, project);
}

/** Returns the compose files with base files before overrides, regardless of the order in which they were dropped. */
function sortForMerge(files: readonly OpenedFile[]): readonly ComposeChange[] {
  const isOverride = ({ name }: OpenedFile) => isComposeOverride(name);
  return [...files.filter((file) => !isOverride(file)), ...files.filter(isOverride)].flatMap(({ content }) =>
    content.type === 'compose' && content.change.ok ? [content.change.value] : [],
  );
}

interface ParsedFilePart {
  readonly parts: Partial<SetupParts>;
  readonly message: Message;
}

function readEnvPart(variables: Result<ReadonlyMap<string, string>, Message>): Result<ParsedFilePart, Message> {
  if (!variables.ok) return variables;
  const count = variables.value.size;
  return count === 0
    ? fail(message('setup.error.noVariables'))
    : succeed({ parts: {}, message: message('setup.variables', count) });
}

function readComposePart(
  change: Result<ComposeChange, Message>,
  merged: MergedCompose,
): Result<ParsedFilePart, Message> {
  if (!change.ok) return change;
  const facts = findFactsOfFile(change.value, merged);
  return facts.ok ? succeed({ parts: {}, message: composeMessage(facts.value) }) : facts;
}

function readFilePart(
  content: FileContent,
  isEnvFile: boolean,
  compose: MergedCompose,
): Result<ParsedFilePart, Message> {
  if (content.type === 'env' || (content.type === 'other' && isEnvFile)) return readEnvPart(content.variables);
  return content.type === 'compose' ? readComposePart(content.change, compose) : content.part;
}

function readOtherPart(name: string, text: string): Result<ParsedFilePart, Message> {
  return isJson(name) ? readJsonPart(name, text) : fail(message('setup.error.unsupportedFile'));
}

function readJsonPart(name: string, text: string): Result<ParsedFilePart, Message> {
  const json = parseJson(text);
  if (json === undefined) return fail(message('setup.error.invalidJson'));
  const provider = readProviderFile(json);
  if (provider.ok) return succeed({ parts: { realm: provider.value }, message: providerMessage(provider.value) });
  const schema = readEntitySchema(json, name);
  if (!schema.ok) return schema;
  const { entity, userIdPath } = schema.value;
  const summary =
    userIdPath === null
      ? message('setup.schema.noUserId', { entity })
      : message('setup.schema.userId', { entity, userIdPath });
  return succeed({ parts: { entities: [schema.value] }, message: summary });
}

function providerMessage({ realm, clientId }: RealmFacts): Message {
  return realm === null ? message('setup.client', { clientId: clientId ?? '' }) : message('setup.realm', { realm });
}

function composeMessage({ authUrl, registryUrl, password }: ComposeFacts): Message {
  const provider =
    authUrl === null ? message('setup.compose.noProviderPort') : message('setup.compose.provider', { authUrl });
  const login = password === null ? message('setup.compose.noPassword') : message('setup.compose.password');
  if (registryUrl === null) return message('setup.providerAndPassword', { provider, password: login });
  const registry = message('setup.compose.registry', { registryUrl });
  return message('setup.providerRegistryAndPassword', { provider, registry, password: login });
}

function mergeParts(parts: SetupParts, more: Partial<SetupParts>): SetupParts {
  return {
    compose: parts.compose,
    realm: mergeRealms(parts.realm, more.realm ?? null),
    entities: [...parts.entities, ...(more.entities ?? [])],
  };
}

/** Merges the settings of two files. The later file has precedence. */
function mergeRealms(earlier: RealmFacts | null, later: RealmFacts | null): RealmFacts | null {
  if (earlier === null || later === null) return later ?? earlier;
  return {
    realm: later.realm ?? earlier.realm,
    clientId: later.clientId ?? earlier.clientId,
    authUrl: later.authUrl ?? earlier.authUrl,
    pathPrefix: later.pathPrefix ?? earlier.pathPrefix,
    warnings: [...earlier.warnings, ...later.warnings],
  };
}

function reportOmittedFiles(droppedCount: number): FileReport[] {
  const omittedCount = droppedCount - MAX_FILES;
  return omittedCount <= 0
    ? []
    : [
        {
          name: message('setup.more', { n: omittedCount }),
          outcome: 'failed',
          message: message('setup.error.tooManyFiles', { max: MAX_FILES }),
        },
      ];
}

function createSetup({ compose, realm, entities }: SetupParts, files: readonly FileReport[]): RegistrySetup {
  const issuer = compose?.issuer ?? '';
  const draft = {
    authUrl: realm?.authUrl ?? compose?.authUrl ?? LOCAL_REGISTRY.authUrl,
    pathPrefix: realm?.pathPrefix ?? compose?.pathPrefix ?? LOCAL_REGISTRY.pathPrefix,
    realm: realm?.realm ?? compose?.realm ?? LOCAL_REGISTRY.realm,
    clientId: realm?.clientId ?? compose?.clientId ?? LOCAL_REGISTRY.clientId,
    registryUrl: compose?.registryUrl ?? LOCAL_REGISTRY.registryUrl,
    issuer,
    keepSessions: LOCAL_REGISTRY.keepSessions,
  };
  const warnings = [...(realm?.warnings ?? []), ...issuerWarnings(draft, compose?.issuerOrigin ?? null)];
  return { draft, password: compose?.password ?? null, entities, warnings, files };
}

/** Warns if the registry reaches the provider by another URL than this machine. */
function issuerWarnings({ authUrl, issuer }: UnnamedDraft, issuerOrigin: string | null): Message[] {
  if (issuer === '' || originOf(issuer) === (issuerOrigin ?? originOf(authUrl))) return [];
  return [message('setup.warning.otherIssuer', { issuer, authUrl })];
}

function originOf(url: string): string {
  return originOfUrl(url) ?? url;
}

/** An entity schema of a Sunbird RC registry. */
interface EntityFacts {
  readonly entity: string;
  /** The field that is the user id of an owner, as a JSON pointer such as `/contact`. */
  readonly userIdPath: string | null;
}

const MAX_SHOWN_NAME_CHARS = 255;

/** Reads an entity schema of the registry. */
function readEntitySchema(json: Json, fileName: string): Result<EntityFacts, Message> {
  const config = valueAt(json, ['_osConfig']);
  if (!isJsonObject(config)) return fail(message('setup.error.unknownJson'));
  const title = shortText(valueAt(json, ['title']));
  const attributes = valueAt(config, ['ownershipAttributes']);
  const owner = isJsonArray(attributes) ? attributes.find((attribute) => userIdOf(attribute) !== null) : undefined;
  return succeed({ entity: title ?? fileName.replace(/\.json$/i, ''), userIdPath: userIdOf(owner) });
}

function userIdOf(attribute: Json | undefined): string | null {
  return shortText(valueAt(attribute, ['userId']));
}

function shortText(json: Json | undefined): string | null {
  return typeof json === 'string' && json.length <= MAX_SHOWN_NAME_CHARS ? json : null;
}

import { LOCAL_REGISTRY } from '../../identity/environment';
import type { EnvironmentDraft } from '../../identity/environment-draft';
import { fail, type Result, succeed } from '../../result';
import { type ComposeFacts, readComposeFile } from './compose-file';
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
  let found = NOTHING;
  const files = opened.map((file): FileReport => {
    const taken = isEnv(file) ? takeEnv(file) : takeFrom(file, variables);
    if (!taken.ok) return { name: file.name, outcome: 'refused', words: taken.failure };
    found = joined(found, taken.value.found);
    return { name: file.name, outcome: 'read', words: taken.value.words };
  });
  return setupOf(found, [...files, ...tooMany(dropped)]);
}

const isEnv = ({ name }: Opened) => /(^|[./])env(\.|$)/i.test(name);

interface Taken {
  readonly found: Partial<Found>;
  readonly words: string;
}

function takeEnv({ text }: Opened): Result<Taken, string> {
  if (!text.ok) return text;
  const count = readEnvFile(text.value).size;
  return count === 0
    ? fail('It has no lines such as NAME=value.')
    : succeed({ found: {}, words: count === 1 ? '1 variable.' : `${count} variables.` });
}

function takeFrom({ name, text }: Opened, variables: ReadonlyMap<string, string>): Result<Taken, string> {
  if (!text.ok) return text;
  if (isYaml(name)) {
    const compose = readComposeFile(text.value, variables);
    return compose.ok ? succeed({ found: { compose: compose.value }, words: composeWords(compose.value) }) : compose;
  }
  if (!/\.json$/i.test(name))
    return fail('Only docker-compose.yml, .env, realm-export.json and entity schemas are read.');
  return takeJson(name, text.value);
}

function takeJson(name: string, text: string): Result<Taken, string> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const realm = readRealmExport(json.value);
  if (realm.ok) return succeed({ found: { realm: realm.value }, words: `Realm ${realm.value.realm}.` });
  const schema = readEntitySchema(json.value, name);
  if (!schema.ok) return schema;
  const { entity, userIdPath } = schema.value;
  const words =
    userIdPath === null ? `${entity} names no user id.` : `The user id of a ${entity} is its ${userIdPath}.`;
  return succeed({ found: { entities: [schema.value] }, words });
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return succeed(JSON.parse(text));
  } catch {
    // Not the parser's own words: they quote the file, which may hold a password.
    return fail('It is not JSON.');
  }
}

function composeWords({ authUrl, registryUrl, password }: ComposeFacts): string {
  const parts = [
    authUrl === null ? 'No port of the identity provider' : `Identity provider at ${authUrl}`,
    registryUrl === null ? null : `registry at ${registryUrl}`,
    password === null ? 'no default password' : 'default password found',
  ];
  return `${parts.filter((part) => part !== null).join(', ')}.`;
}

function joined(found: Found, more: Partial<Found>): Found {
  return {
    compose: more.compose ?? found.compose,
    realm: more.realm ?? found.realm,
    entities: [...found.entities, ...(more.entities ?? [])],
  };
}

function tooMany(dropped: readonly DroppedFile[]): FileReport[] {
  const left = dropped.length - MOST_FILES;
  return left <= 0
    ? []
    : [{ name: `${left} more`, outcome: 'refused', words: `At most ${MOST_FILES} files are read.` }];
}

function setupOf({ compose, realm, entities }: Found, files: readonly FileReport[]): RegistrySetup {
  const issuer = compose?.issuer ?? '';
  const draft = {
    ...LOCAL_REGISTRY,
    name: 'Registry from files',
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
  const words = `The registry takes only tokens of ${issuer}. Tokens fetched through ${authUrl} name another issuer, and it will answer 401. Give the provider the same address from inside and outside.`;
  return [...(realm?.warnings ?? []), ...(trap ? [words] : [])];
}

import { isJsonArray, type Json, stringAt, valueAt } from '#core/json/json';
import { trimEnd } from '#core/util/copy-text';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { parseWebUrl } from './provider-urls';

/** The log-in settings in a JSON file of a provider. `null` means that the file has no such setting. */
export interface RealmFacts {
  readonly realm: string | null;
  /** The client to log in through. */
  readonly clientId: string | null;
  readonly authUrl: string | null;
  readonly pathPrefix: string | null;
  /** Problems of the realm, each with a remedy. */
  readonly warnings: readonly Message[];
}

/** Maximum length of the name of a realm or a client, as in Keycloak. */
const MAX_NAME_CHARACTERS = 255;

const clientSchema = z.object({
  clientId: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_CHARACTERS)),
  enabled: z._default(z.boolean(), true),
  publicClient: z._default(z.boolean(), false),
  directAccessGrantsEnabled: z._default(z.boolean(), false),
});
type Client = z.infer<typeof clientSchema>;

const MAX_NAMED_CLIENTS = 6;
/** Clients that each realm has by default. Registries do not accept their tokens. */
const BUILT_IN_CLIENTS = [
  'admin-cli',
  'account',
  'account-console',
  'broker',
  'realm-management',
  'security-admin-console',
];
/** The client for log-ins in the default setup of a Sunbird RC registry. */
const DEFAULT_CLIENT = 'registry-frontend';

const NO_FACTS: RealmFacts = { realm: null, clientId: null, authUrl: null, pathPrefix: null, warnings: [] };

/**
 * Reads a JSON file of a provider: an export of realms or of a client, the configuration of an adapter, or the
 * discovery document (OpenID Connect Discovery 1.0).
 */
export function readProviderFile(json: Json): Result<RealmFacts, Message> {
  const client = parseClient(json);
  if (client !== null) return succeed({ ...NO_FACTS, clientId: client.clientId, warnings: warningsOf(client) });
  const url = readRealmUrl(json);
  const realm = readRealmExport(json);
  if (realm.ok) return succeed({ ...realm.value, ...readAdapter(json), ...url });
  return url === null ? realm : succeed({ ...NO_FACTS, ...url });
}

/** Returns the settings of a discovery document, or of the public description of a realm. */
function readRealmUrl(json: Json): Pick<RealmFacts, 'realm' | 'authUrl' | 'pathPrefix'> | null {
  const url = parseWebUrl(stringAt(json, ['issuer'])) ?? parseWebUrl(stringAt(json, ['token-service']));
  const [, pathPrefix, realm] = /^(.*)\/realms\/([^/]+)/.exec(url?.pathname ?? '') ?? [];
  return url === null || pathPrefix === undefined || realm === undefined
    ? null
    : { realm, authUrl: url.origin, pathPrefix };
}

/** Returns the settings of an adapter, which Keycloak offers for each client as `keycloak.json`. */
function readAdapter(json: Json): Partial<RealmFacts> {
  const url = parseWebUrl(stringAt(json, ['auth-server-url']));
  const clientId = valueAt(json, ['resource']);
  const urls = url === null ? {} : { authUrl: url.origin, pathPrefix: trimEnd(url.pathname, '/') };
  if (!isName(clientId)) return urls;
  const needsSecret = valueAt(json, ['credentials']) !== undefined;
  return { ...urls, clientId, warnings: needsSecret ? [message('setup.warning.clientNotPublic', { clientId })] : [] };
}

/**
 * Reads an export of one realm or several.
 * Validates only the used parts, because 8 MB of JSON may have millions of realms and clients.
 */
function readRealmExport(json: Json): Result<RealmFacts, Message> {
  const realms = isJsonArray(json) ? json : [json];
  const isTeamRealm = (candidate: Json) => isRealm(candidate) && valueAt(candidate, ['realm']) !== 'master';
  const teamRealm = realms.find(isTeamRealm) ?? realms.find(isRealm);
  const realm = valueAt(teamRealm, ['realm']);
  if (!isName(realm)) return fail(message('setup.error.noRealm'));
  const clients = valueAt(teamRealm, ['clients']);
  // An export without a list of clients does not show which clients the realm has.
  if (!isJsonArray(clients)) return succeed({ ...NO_FACTS, realm });
  const isDefaultClient = (candidate: Json) =>
    valueAt(candidate, ['clientId']) === DEFAULT_CLIENT && parseClient(candidate) !== null;
  const client = parseClient(clients.find(isDefaultClient));
  if (client === null) {
    const names = findPasswordClients(clients);
    return succeed({
      ...NO_FACTS,
      realm,
      clientId: names[0] ?? null,
      warnings: [noDefaultClientWarning(realm, names)],
    });
  }
  return succeed({ ...NO_FACTS, realm, clientId: client.clientId, warnings: warningsOf(client) });
}

function isRealm(json: Json): boolean {
  return isName(valueAt(json, ['realm']));
}

function isName(json: Json | undefined): json is string {
  return typeof json === 'string' && json !== '' && json.length <= MAX_NAME_CHARACTERS;
}

function parseClient(json: Json | undefined): Client | null {
  return clientSchema.safeParse(json).data ?? null;
}

/** Returns the names of clients that accept a password alone: public, enabled, and not built into Keycloak. */
function findPasswordClients(clients: readonly Json[]): readonly string[] {
  const names: string[] = [];
  for (const json of clients) {
    const client = parseClient(json);
    if (client === null || BUILT_IN_CLIENTS.includes(client.clientId)) continue;
    if (client.enabled && client.publicClient && client.directAccessGrantsEnabled) names.push(client.clientId);
    if (names.length === MAX_NAMED_CLIENTS) break;
  }
  return names;
}

function noDefaultClientWarning(realm: string, names: readonly string[]): Message {
  return message('setup.warning.noDefaultClient', {
    realm,
    defaultClient: DEFAULT_CLIENT,
    names: names.join(', ') || message('setup.none'),
  });
}

function warningsOf({ clientId, enabled, publicClient, directAccessGrantsEnabled }: Client): Message[] {
  const warnings = [
    enabled ? null : message('setup.warning.clientDisabled', { clientId }),
    publicClient ? null : message('setup.warning.clientNotPublic', { clientId }),
    directAccessGrantsEnabled ? null : message('setup.warning.noDirectAccessGrants', { clientId }),
  ];
  return warnings.filter((warning) => warning !== null);
}

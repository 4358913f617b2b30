import { isJsonArray, type Json, valueAt } from '#core/json/json';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';

export interface RealmFacts {
  readonly realm: string;
  /** The client to log in through, or null if the registry's default client is missing. */
  readonly clientId: string | null;
  /** Problems of the realm, each with a remedy. */
  readonly warnings: readonly Message[];
}

const clientSchema = z.object({
  clientId: z.string(),
  enabled: z._default(z.boolean(), true),
  publicClient: z._default(z.boolean(), false),
  directAccessGrantsEnabled: z._default(z.boolean(), false),
});
type Client = z.infer<typeof clientSchema>;

/** Maximum length of the name of a realm or a client, as in Keycloak. */
const MAX_NAME_CHARACTERS = 255;
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
/** The client of section 2.1. */
const DEFAULT_CLIENT = 'registry-frontend';

/**
 * Reads an export of one realm or several.
 * Validates only the used parts, because 8 MB of JSON may have millions of realms and clients.
 */
export function readRealmExport(json: Json): Result<RealmFacts, Message> {
  const realms = isJsonArray(json) ? json : [json];
  const found = realms.find((one) => isRealm(one) && valueAt(one, ['realm']) !== 'master') ?? realms.find(isRealm);
  const realm = valueAt(found, ['realm']);
  if (!isName(realm)) return fail(message('setup.error.noRealm'));
  const listed = valueAt(found, ['clients']);
  const clients = isJsonArray(listed) ? listed : [];
  const client = parseClient(clients.find((one) => valueAt(one, ['clientId']) === DEFAULT_CLIENT && parseClient(one)));
  if (client === null) {
    const names = passwordClientNames(clients);
    return succeed({ realm, clientId: names[0] ?? null, warnings: [noDefaultClientWarning(realm, names)] });
  }
  return succeed({ realm, clientId: client.clientId, warnings: warningsOf(client) });
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
function passwordClientNames(clients: readonly Json[]): readonly string[] {
  const names: string[] = [];
  for (const one of clients) {
    const client = parseClient(one);
    if (client === null || !isName(client.clientId) || BUILT_IN_CLIENTS.includes(client.clientId)) continue;
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

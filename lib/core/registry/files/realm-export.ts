import { fail, type Result, succeed } from '#core/util/result';
import { z } from '#core/util/zod';
import { i18n } from '#i18n';

export interface RealmFacts {
  readonly realm: string;
  /** The client to log in through; null where the registry's usual one is not there. */
  readonly clientId: string | null;
  /** What will not work, each a sentence that says what to do. */
  readonly warnings: readonly string[];
}

const clientSchema = z.object({
  clientId: z.string(),
  enabled: z.boolean().default(true),
  publicClient: z.boolean().default(false),
  directAccessGrantsEnabled: z.boolean().default(false),
});
type Client = z.infer<typeof clientSchema>;

export const realmExportSchema = z.object({
  realm: z.string().min(1),
  clients: z.array(clientSchema.nullable().catch(null)).optional().catch(undefined),
});

/** The client that section 2.1 names. */
const USUAL_CLIENT = 'registry-frontend';

/** Reads a realm export, of one realm or of several. Fails with a sentence. */
export function readRealmExport(json: unknown): Result<RealmFacts, string> {
  const realms = (Array.isArray(json) ? json : [json]).map((one) => realmExportSchema.safeParse(one));
  const good = realms.flatMap((one) => (one.success ? [one.data] : []));
  // An export of everything has the provider's own realm too.
  const realm = good.find((one) => one.realm !== 'master') ?? good[0];
  if (realm === undefined) return fail(i18n.t('setup.itHasNoRealmAt'));
  const clients = (realm.clients ?? []).filter((client) => client !== null);
  const client = clients.find(({ clientId }) => clientId === USUAL_CLIENT);
  if (client !== undefined) {
    return succeed({ realm: realm.realm, clientId: client.clientId, warnings: warningsOf(client) });
  }
  return succeed({ realm: realm.realm, clientId: null, warnings: [missing(realm.realm, clients)] });
}

function missing(realm: string, clients: readonly Client[]): string {
  const others = clients.filter(({ directAccessGrantsEnabled }) => directAccessGrantsEnabled).slice(0, 6);
  const names = others.map(({ clientId }) => clientId).join(', ') || 'none';
  return i18n.t('setup.theRealmHasNoClient', { realm, usualClient: USUAL_CLIENT, names });
}

function warningsOf({ clientId, enabled, publicClient, directAccessGrantsEnabled }: Client): string[] {
  const warnings = [
    enabled ? null : i18n.t('setup.theClientIsDisabledEnable', { clientId }),
    publicClient ? null : i18n.t('setup.theClientIsNotPublic', { clientId }),
    directAccessGrantsEnabled ? null : i18n.t('setup.directAccessGrantsAreOff', { clientId }),
  ];
  return warnings.filter((warning) => warning !== null);
}

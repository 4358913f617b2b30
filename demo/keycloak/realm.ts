import { randomBytes } from 'node:crypto';
import { CLIENTS, type DemoClient, REGISTRY_LIFETIMES } from '../identity-provider/clients';
import { type DemoEntity, profileOf } from '../identity-provider/entities';

/** A client with a secret. The extension cannot use it, because no secret is safe in a browser. */
const CONFIDENTIAL_CLIENT = {
  clientId: 'confidential',
  publicClient: false,
  secret: randomBytes(16).toString('base64url'),
  directAccessGrantsEnabled: true,
};

/** Returns a realm like the registry's, in the format of Keycloak's realm export. */
export function realmExport(realm: string, entities: readonly DemoEntity[]) {
  return {
    realm,
    enabled: true,
    accessTokenLifespan: REGISTRY_LIFETIMES.access,
    ssoSessionIdleTimeout: REGISTRY_LIFETIMES.refresh,
    // Refresh tokens are single-use, which reveals a token that is used twice.
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    roles: { realm: [...new Set(entities.flatMap(({ roles }) => roles))].map((name) => ({ name })) },
    clients: [...CLIENTS.map(clientExport), CONFIDENTIAL_CLIENT],
    users: entities.map(userExport),
  };
}

function clientExport({ clientId, directAccess, lifetimes }: DemoClient) {
  const base = { clientId, publicClient: true, directAccessGrantsEnabled: directAccess, webOrigins: [] };
  if (lifetimes === undefined) return base;
  const attributes = {
    'access.token.lifespan': `${lifetimes.access}`,
    'client.session.idle.timeout': `${lifetimes.refresh}`,
    'client.session.max.lifespan': `${lifetimes.refresh}`,
  };
  return { ...base, attributes };
}

function userExport(entity: DemoEntity) {
  return {
    id: entity.id,
    username: entity.userId,
    enabled: entity.state !== 'disabled',
    ...profileOf(entity),
    realmRoles: entity.roles,
    // This required action makes the password temporary; the credential's flag counts only in the admin console.
    requiredActions: entity.state === 'temporary-password' ? ['UPDATE_PASSWORD'] : [],
    credentials: [{ type: 'password', value: entity.password }],
  };
}

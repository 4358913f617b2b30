import type { IncomingHttpHeaders } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';

/** The entity of a request's valid token, or why the token is rejected. */
export type Access =
  | { readonly allowed: true; readonly userId: string; readonly roles: readonly string[] }
  | { readonly allowed: false; readonly reason: string };

export type CheckAccess = (headers: IncomingHttpHeaders) => Promise<Access>;

/** Creates a check that accepts only validly signed tokens of exactly this issuer, as registries do. */
export function createAccessCheck(issuer: string, keysUrl: string): CheckAccess {
  const keys = createRemoteJWKSet(new URL(keysUrl));
  return async ({ authorization }) => {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) return { allowed: false, reason: 'there is no Bearer token' };
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'] });
      return { allowed: true, userId: String(payload.preferred_username), roles: rolesOf(payload.realm_access) };
    } catch (problem) {
      return { allowed: false, reason: problem instanceof Error ? problem.message : 'the token cannot be read' };
    }
  };
}

function rolesOf(access: unknown): readonly string[] {
  const roles = typeof access === 'object' && access !== null && 'roles' in access ? access.roles : [];
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
}

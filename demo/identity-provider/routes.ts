import { type Answer, answer, refusals } from './answers';
import type { Grants } from './grants';
import type { TokenMint } from './tokens';

export interface Routes {
  /** Path up to the realm's name: `/auth/realms/`. */
  readonly realms: string;
  readonly realm: string;
  readonly grants: Grants;
  readonly mint: TokenMint;
}

/** Answers as Keycloak routes: by prefix, realm, endpoint, method, media type, in this order. */
export async function route(
  routes: Routes,
  method: string,
  path: string,
  form: URLSearchParams | null,
): Promise<Answer> {
  if (!path.startsWith(routes.realms)) return refusals.unknownPath;
  const [realm = '', ...rest] = path.slice(routes.realms.length).split('/');
  if (decodeURIComponent(realm) !== routes.realm) return refusals.unknownRealm;
  const endpoint = rest.join('/');
  if (endpoint === 'protocol/openid-connect/certs') return answer(200, routes.mint.keys);
  if (endpoint !== 'protocol/openid-connect/token' && endpoint !== 'protocol/openid-connect/logout') {
    return refusals.unknownPath;
  }
  if (method !== 'POST') return refusals.wrongMethod;
  if (form === null) return refusals.wrongMediaType;
  return endpoint.endsWith('/token') ? routes.grants.token(form) : routes.grants.logout(form);
}

import type { Grants } from './grants';
import { type HttpReply, rejections, replyWith } from './replies';
import type { TokenMint } from './tokens';

export interface Routes {
  /** `/auth`, or empty. */
  readonly pathPrefix: string;
  readonly realm: string;
  readonly grants: Grants;
  /** Token mint for the URL of this request. */
  readonly mint: TokenMint;
}

const PROTOCOL = 'protocol/openid-connect/';

/** Routes a request like Keycloak: by prefix, realm, endpoint and method, in this order. */
export async function route(routes: Routes, method: string, path: string, form: URLSearchParams): Promise<HttpReply> {
  if (!path.startsWith(`${routes.pathPrefix}/`)) return rejections.outside;
  const inside = path.slice(routes.pathPrefix.length);
  if (!inside.startsWith('/realms/')) return rejections.unknownPath;
  const [realm = '', ...rest] = inside.slice('/realms/'.length).split('/');
  if (decodeURIComponent(realm) !== routes.realm) return rejections.unknownRealm;
  const endpoint = rest.join('/');
  if (endpoint === `${PROTOCOL}certs` && method === 'GET') return replyWith(200, routes.mint.keys);
  if (endpoint === '.well-known/openid-configuration' && method === 'GET')
    return replyWith(200, discoveryOf(routes.mint));
  if (!endpoint.startsWith(PROTOCOL)) return rejections.unknownPath;
  if (method !== 'POST') return rejections.wrongMethod;
  if (endpoint === `${PROTOCOL}token`) return routes.grants.token(form, routes.mint);
  return endpoint === `${PROTOCOL}logout` ? routes.grants.logout(form, routes.mint) : rejections.wrongMethod;
}

/** The part of the OpenID Connect Discovery document that this project reads. */
function discoveryOf({ issuer }: TokenMint) {
  const endpoint = (name: string) => `${issuer}/${PROTOCOL}${name}`;
  return {
    issuer,
    token_endpoint: endpoint('token'),
    end_session_endpoint: endpoint('logout'),
    jwks_uri: endpoint('certs'),
  };
}

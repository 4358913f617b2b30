import type { DemoEntity } from './entities';

/** The identity provider of the test entities: the small one of the demo, or a real Keycloak. */
export interface LoginProvider {
  /** Base URL, which section 4.1 of the spec calls `{auth_url}`. */
  readonly url: string;
  /** Path between the base URL and `/realms`: `/auth`, or empty. */
  readonly pathPrefix: string;
  readonly realm: string;
  readonly entities: readonly DemoEntity[];
  readonly stop: () => Promise<void>;
}

/** Returns the URL of an OpenID Connect endpoint: `token`, `logout`, `certs`. */
export function endpointOf({ url, pathPrefix, realm }: LoginProvider, endpoint: string): string {
  return `${issuerOf({ url, pathPrefix, realm })}/protocol/openid-connect/${endpoint}`;
}

/** Returns the `iss` of the tokens that the provider issues through this URL. */
export function issuerOf({ url, pathPrefix, realm }: Pick<LoginProvider, 'url' | 'pathPrefix' | 'realm'>): string {
  return `${url}${pathPrefix}/realms/${realm}`;
}

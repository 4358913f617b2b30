import type { DemoEntity } from './entities';

/** An identity provider that test entities log in at: the small one of the demo, or a real Keycloak. */
export interface LoginProvider {
  /** Base address, what section 4.1 calls `{auth_url}`. */
  readonly url: string;
  /** What stands between it and `/realms`: `/auth`, or nothing. */
  readonly pathPrefix: string;
  readonly realm: string;
  readonly entities: readonly DemoEntity[];
  readonly stop: () => Promise<void>;
}

/** Address of an endpoint of OpenID Connect: `token`, `logout`, `certs`. */
export function endpointOf({ url, pathPrefix, realm }: LoginProvider, endpoint: string): string {
  return `${issuerOf({ url, pathPrefix, realm })}/protocol/openid-connect/${endpoint}`;
}

/** What the provider writes into its tokens as `iss` where it is asked through this address. */
export function issuerOf({ url, pathPrefix, realm }: Pick<LoginProvider, 'url' | 'pathPrefix' | 'realm'>): string {
  return `${url}${pathPrefix}/realms/${realm}`;
}

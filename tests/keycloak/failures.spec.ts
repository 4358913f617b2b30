import { expect } from '@playwright/test';
import { type Environment, LOCAL_REGISTRY } from '#core/identity/environment';
import { messageForRejection } from '#core/identity/failure-messages';
import { requestToken } from '#core/identity/token-endpoint';
import type { DemoEntity } from '#demo/identity-provider/entities';
import { KEYCLOAK_VERSION } from '#demo/keycloak/version';
import { test } from './real-provider';

interface Attempt {
  readonly state?: DemoEntity['state'];
  readonly password?: string;
  readonly change?: Partial<Environment>;
}

const attempts: readonly (readonly [name: string, attempt: Attempt, title: string])[] = [
  ['a wrong password', { password: 'wrong' }, 'identity.error.badCredentials.title'],
  ['a disabled user', { state: 'disabled' }, 'identity.error.accountDisabled.title'],
  ['a required action', { state: 'temporary-password' }, 'identity.error.accountNotSetUp.title'],
  ['an unknown client', { change: { clientId: 'nobody' } }, 'identity.error.unknownClient.title'],
  ['a confidential client', { change: { clientId: 'confidential' } }, 'identity.error.clientSecret.title'],
  ['direct access off', { change: { clientId: 'admin-portal' } }, 'identity.error.noDirectAccessGrants.title'],
  ['an unknown realm', { change: { realm: 'nowhere' } }, 'identity.error.unknownRealm.title'],
];

for (const [name, { state = 'ready', password, change }, title] of attempts) {
  test(`Keycloak ${KEYCLOAK_VERSION}: ${name} has a specific error message`, async ({ provider }) => {
    const entity = provider.entities.find((known) => known.state === state);
    if (entity === undefined) throw new Error(`There is no entity that is ${state}.`);
    const { url, pathPrefix, realm } = provider;
    const environment = { ...LOCAL_REGISTRY, authUrl: url, pathPrefix, realm, ...change };
    const response = await requestToken({ fetch }, environment, {
      userId: entity.userId,
      password: password ?? entity.password,
    });
    if (response.ok || response.failure.reason !== 'rejected') throw new Error(JSON.stringify(response));
    expect(messageForRejection(response.failure, { environment, userId: entity.userId }).title.code).toBe(title);
  });
}

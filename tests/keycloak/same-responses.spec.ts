import { expect } from '@playwright/test';
import { startIdentityProvider } from '#demo/identity-provider/identity-provider';
import { DEFAULT_VERSION, KEYCLOAK_VERSION } from '#demo/keycloak/version';
import { recordConversation } from './conversation';
import { test } from './real-provider';

test('the embedded provider returns the same responses as a real Keycloak', async ({ provider }) => {
  test.skip(KEYCLOAK_VERSION !== DEFAULT_VERSION, `The embedded provider imitates Keycloak ${DEFAULT_VERSION}.`);
  const embedded = await startIdentityProvider({ pathPrefix: provider.pathPrefix });
  try {
    const [local, real] = [await recordConversation(embedded), await recordConversation(provider)];
    expect(local).toEqual(real);
  } finally {
    await embedded.stop();
  }
});

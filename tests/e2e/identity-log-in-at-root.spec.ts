import { startIdentityProvider } from '#demo/identity-provider/identity-provider';
import type { LoginProvider } from '#demo/identity-provider/login-provider';
import { logInTest } from '#tests/keycloak/log-in-fixtures';
import { logInTests } from '#tests/keycloak/log-in-tests';

/** As Keycloak has it from 17 on: nothing between the address and `/realms`. */
const test = logInTest<LoginProvider>((pathPrefix) => startIdentityProvider({ pathPrefix }));
test.use({ pathPrefix: '' });

logInTests(test);

import { startIdentityProvider } from '#demo/identity-provider/identity-provider';
import type { LoginProvider } from '#demo/identity-provider/login-provider';
import { logInTest } from '#tests/keycloak/log-in-fixtures';
import { logInTests } from '#tests/keycloak/log-in-tests';

logInTests(logInTest<LoginProvider>((pathPrefix) => startIdentityProvider({ pathPrefix })));

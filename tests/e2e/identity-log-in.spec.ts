import { startIdentityProvider } from '../../demo/identity-provider/identity-provider';
import type { LoginProvider } from '../../demo/identity-provider/login-provider';
import { logInTest } from '../keycloak/log-in-fixtures';
import { logInTests } from '../keycloak/log-in-tests';

logInTests(logInTest<LoginProvider>((pathPrefix) => startIdentityProvider({ pathPrefix })));

import { startIdentityProvider } from '../../demo/identity-provider/identity-provider';
import { logInTest } from '../keycloak/log-in-fixtures';
import { logInTests } from '../keycloak/log-in-tests';

logInTests(logInTest((pathPrefix) => startIdentityProvider({ pathPrefix })));

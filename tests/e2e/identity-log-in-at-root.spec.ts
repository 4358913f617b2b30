import { startIdentityProvider } from '../../demo/identity-provider/identity-provider';
import { logInTest } from '../keycloak/log-in-fixtures';
import { logInTests } from '../keycloak/log-in-tests';

/** As Keycloak has it from 17 on: nothing between the address and `/realms`. */
const test = logInTest((pathPrefix) => startIdentityProvider({ pathPrefix }));
test.use({ pathPrefix: '' });

logInTests(test);

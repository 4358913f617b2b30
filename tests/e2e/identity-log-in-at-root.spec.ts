import { logInTests } from '#tests/keycloak/log-in-tests';
import { test } from './fixtures';

/** As Keycloak has it from 17 on: nothing between the address and `/realms`. */
test.use({ pathPrefix: '' });

logInTests(test);

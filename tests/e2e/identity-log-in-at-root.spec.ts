import { logInTests } from '#tests/keycloak/log-in-tests';
import { test } from './fixtures';

/** The URL of Keycloak from 17 on: nothing between the host and `/realms`. */
test.use({ pathPrefix: '' });

logInTests(test);

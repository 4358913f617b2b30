import { defineLogInTests } from '#tests/keycloak/log-in-tests';
import { test } from './fixtures';

/** The URL of Keycloak 17 and later has nothing between the host and `/realms`. */
test.use({ pathPrefix: '' });

defineLogInTests(test);

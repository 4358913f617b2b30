import { logInTests } from '#tests/keycloak/log-in-tests';
import { test } from './fixtures';

logInTests(test);

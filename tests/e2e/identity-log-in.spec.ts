import { defineLogInTests } from '#tests/keycloak/log-in-tests';
import { test } from './fixtures';

defineLogInTests(test);

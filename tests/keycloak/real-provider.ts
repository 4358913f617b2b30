import { startRealKeycloak } from './keycloak';
import { createLogInTest } from './log-in-fixtures';

/** The fixtures of log-in tests with a real Keycloak, one for each path prefix. */
export const test = createLogInTest(startRealKeycloak);

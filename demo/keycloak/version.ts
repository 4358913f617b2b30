/** The last major version of Keycloak that starts with Java 17; registries' own stacks run 14 and later. */
export const KEYCLOAK_VERSION = '26.0.8';
export const MIN_JAVA_VERSION = 17;

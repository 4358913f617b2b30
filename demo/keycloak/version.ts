/** The last major version of Keycloak that starts with Java 17. Registries run 14 and later. */
export const DEFAULT_VERSION = '26.0.8';

/** The version to start: `KEYCLOAK_VERSION` of the environment, or the default. */
export const KEYCLOAK_VERSION = readVersion(process.env.KEYCLOAK_VERSION);

function readVersion(version: string | undefined): string {
  if (version === undefined || version === '') return DEFAULT_VERSION;
  // The version becomes part of a path and of a command.
  if (!/^\d{2}\.\d{1,3}\.\d{1,3}$/.test(version)) throw new Error(`KEYCLOAK_VERSION is ${version}, not like 26.0.8.`);
  return version;
}

export const MIN_JAVA_VERSION = 17;

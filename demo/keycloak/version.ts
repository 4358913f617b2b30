/** The last major version of Keycloak that starts with Java 17; registries' own stacks run 14 and later. */
export const DEFAULT_VERSION = '26.0.8';

/** The version to start: `KEYCLOAK_VERSION` of the environment, or the default. */
export const KEYCLOAK_VERSION = readVersion(process.env.KEYCLOAK_VERSION);

function readVersion(asked: string | undefined): string {
  if (asked === undefined || asked === '') return DEFAULT_VERSION;
  // It becomes a part of a path and of a command.
  if (!/^\d{2}\.\d{1,3}\.\d{1,3}$/.test(asked)) throw new Error(`KEYCLOAK_VERSION is ${asked}, not like 26.0.8.`);
  return asked;
}

export const MIN_JAVA_VERSION = 17;

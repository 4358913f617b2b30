import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createEntities } from '../identity-provider/entities';
import type { LoginProvider } from '../identity-provider/login-provider';
import { type Admin, addRealm, waitUntilUp } from './admin';
import { type RunningProcess, startProcess } from './process';
import { realmExport } from './realm';
import type { KeycloakRuntime } from './tools';
import { unpackedKeycloak } from './unpack';
import { KEYCLOAK_VERSION } from './version';

export interface KeycloakOptions {
  readonly runtime: KeycloakRuntime;
  /** `/auth`, or empty as in Keycloak 17 and later. */
  readonly pathPrefix: string;
  /** 0 (the default) selects a free port. */
  readonly port?: number;
}

/** The first start unpacks the database and builds Keycloak: half a minute on two cores. */
const TIMEOUT_MS = 180_000;

/**
 * Starts a real Keycloak, in memory and on 127.0.0.1 only.
 * It has a realm like the registry's, and entities with random passwords. Rejects with Keycloak's output if it does not
 * start.
 */
export async function startKeycloak({ runtime, pathPrefix, port = 0 }: KeycloakOptions): Promise<LoginProvider> {
  const usedPort = port === 0 ? await freePort() : port;
  const admin = { userName: 'admin', password: randomBytes(12).toString('base64url') };
  const running = await (runtime === 'docker' ? startWithDocker : startWithJava)(usedPort, pathPrefix, admin);
  const url = `http://127.0.0.1:${usedPort}`;
  const entities = createEntities();
  try {
    await Promise.race([waitUntilUp(`${url}${pathPrefix}`, AbortSignal.timeout(TIMEOUT_MS)), running.ended]);
    await addRealm(`${url}${pathPrefix}`, admin, realmExport('sunbird-rc', entities));
  } catch (problem) {
    await running.stop();
    throw problem;
  }
  return { url, pathPrefix, realm: 'sunbird-rc', entities, stop: running.stop };
}

function adminEnv({ userName, password }: Admin): Record<string, string> {
  return {
    KC_BOOTSTRAP_ADMIN_USERNAME: userName,
    KC_BOOTSTRAP_ADMIN_PASSWORD: password,
    // For Keycloak 25 and earlier.
    KEYCLOAK_ADMIN: userName,
    KEYCLOAK_ADMIN_PASSWORD: password,
  };
}

function startArguments(pathPrefix: string): string[] {
  return ['start-dev', '--db=dev-mem', `--http-relative-path=${pathPrefix || '/'}`];
}

async function startWithJava(port: number, pathPrefix: string, admin: Admin): Promise<RunningProcess> {
  const script = join(await unpackedKeycloak(pathPrefix), 'bin', 'kc.sh');
  const httpArguments = ['--http-host=127.0.0.1', `--http-port=${port}`];
  const env = { ...adminEnv(admin), JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1' };
  return startProcess('bash', [script, ...startArguments(pathPrefix), ...httpArguments], env);
}

async function startWithDocker(port: number, pathPrefix: string, admin: Admin): Promise<RunningProcess> {
  const env = adminEnv(admin);
  const names = Object.keys(env).flatMap((name) => ['--env', name]);
  const run = ['run', '--rm', '--init', '--publish', `127.0.0.1:${port}:8080`, ...names];
  return startProcess(
    'docker',
    [...run, `quay.io/keycloak/keycloak:${KEYCLOAK_VERSION}`, ...startArguments(pathPrefix)],
    env,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject()));
    });
  });
}

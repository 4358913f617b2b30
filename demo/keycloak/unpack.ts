import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../build-extension';
import { KEYCLOAK_VERSION } from './version';

/** In the cache folder of other tools, outside of version control. */
const CACHE = join(projectFolder, 'node_modules', '.cache', 'keycloak');
const GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip`;

/**
 * Returns Keycloak's folder for a path prefix. Maven unpacks it at first.
 * Each prefix has its own folder, because Keycloak builds the prefix into it: with one folder, each start would build,
 * and two could not run at once. Rejects with Maven's output.
 */
export async function unpackedKeycloak(pathPrefix: string): Promise<string> {
  const home = join(CACHE, `${KEYCLOAK_VERSION}${pathPrefix.replaceAll('/', '-')}`);
  if (existsSync(home)) return home;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'unpacking-'));
  try {
    await maven(['-q', '-B', GOAL, `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`], folder);
    await rename(join(folder, `keycloak-${KEYCLOAK_VERSION}`), home);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return home;
}

function maven(args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('mvn', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Maven could not get ${ARTIFACT}.\n${output}`)),
    );
  });
}

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../build-extension';
import { KEYCLOAK_VERSION } from './version';

/** Beside what other tools keep there; never in the repository. */
const CACHE = join(projectFolder, 'node_modules', '.cache', 'keycloak');
const GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip`;

/**
 * Keycloak's own folder for a path prefix, unpacked by Maven where it is not there yet.
 * One for each prefix, because Keycloak builds the prefix into its folder: with one folder it would build at every
 * start, and two could not run. Rejects with Maven's output.
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
  return new Promise((done, failed) => {
    const child = spawn('mvn', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', failed);
    child.on('close', (code) =>
      code === 0 ? done() : failed(new Error(`Maven could not get ${ARTIFACT}.\n${output}`)),
    );
  });
}

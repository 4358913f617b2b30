import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `npm run test:docker`: builds the image of `examples/docker` with the package of this commit, and tries the
 * collector in it. Prints the reason if Docker is not available.
 */
const NOT_RUN_EXIT_CODE = 3;
const IMAGE = 'telemetry-v3-example';
const START_TIMEOUT_MS = 30_000;
const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-docker-'));

const docker = (...args: readonly string[]) => execFileSync('docker', args, { encoding: 'utf8' }).trim();

const missingReason = explainMissingDocker();
if (missingReason === null) {
  let problem: string | null;
  try {
    problem = await tryImage();
  } catch (error) {
    problem = String(error);
  }
  if (problem !== null) console.error(problem);
  console.log(problem === null ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exitCode = problem === null ? 0 : 1;
} else {
  console.error(`not run: ${missingReason}`);
  process.exitCode = NOT_RUN_EXIT_CODE;
}
rmSync(folder, { recursive: true, force: true });

/** Returns why Docker cannot run here, or `null` if it can. */
function explainMissingDocker(): string | null {
  const { error, status, stderr } = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], {
    encoding: 'utf8',
  });
  if (error !== undefined) return 'Docker is not installed';
  return status === 0 ? null : `Docker does not run: ${stderr.trim()}`;
}

/** Builds the image and runs it. Returns the first unexpected result, or `null` if there is none. */
async function tryImage(): Promise<string | null> {
  const quietOptions: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('npm', ['run', '--silent', 'build:package'], quietOptions);
  cpSync('examples/docker', folder, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, './.output/package'], quietOptions);
  execFileSync('docker', ['build', '--quiet', '--tag', IMAGE, folder], quietOptions);
  const container = docker('run', '--detach', '--publish', '127.0.0.1::4330', '--publish', '127.0.0.1::4331', IMAGE);
  try {
    const token = await readToken(container);
    const [collector, api] = ['4330', '4331'].map((port) => `http://${docker('port', container, port).split('\n')[0]}`);
    const body = JSON.stringify({ events: [{ eid: 'LOG', mid: 'LOG:1' }] });
    const postResponse = await fetch(`${collector}/v1/telemetry`, { method: 'POST', body });
    if (postResponse.status !== 200) return `The collector responded with ${postResponse.status}.`;
    const { status } = await fetch(`${api}/api/counts`);
    if (status !== 401) return `Without a token, the REST interface responded with ${status}.`;
    const countsResponse = await fetch(`${api}/api/counts`, { headers: { authorization: `Bearer ${token}` } });
    const { events } = await countsResponse.json();
    if (events !== 1) return `The collector has ${events} events, not 1.`;
    docker('stop', '--timeout', '10', container);
    const code = docker('inspect', '--format', '{{.State.ExitCode}}', container);
    // `serve` exits with 1, because the event has no envelope.
    return code === '1' ? null : `The container ended with ${code}, not with 1.`;
  } finally {
    docker('rm', '--force', container);
  }
}

/** Reads the token from the log of a container. Throws if the collector doesn't log it within the timeout. */
async function readToken(container: string): Promise<string> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await delay(100)) {
    const { stdout, stderr } = spawnSync('docker', ['logs', container], { encoding: 'utf8' });
    const [, token] = /\?token=([\w-]+)/.exec(stdout + stderr) ?? [];
    if (token !== undefined) return token;
  }
  throw new Error('The collector did not start.');
}

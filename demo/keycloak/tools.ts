import { spawnSync } from 'node:child_process';
import { fail, type Result, succeed } from '#core/util/result';
import { MIN_JAVA_VERSION } from './version';

/** Runs a command. Returns its output and errors; `null` if the command is missing or failed. */
export type RunTool = (command: string, args: readonly string[]) => string | null;

/** A runtime for Keycloak. */
export type KeycloakRuntime = 'docker' | 'java';

export const runTool: RunTool = (command, args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? `${stdout}${stderr}` : null;
};

/**
 * Finds a runtime: Docker if its daemon responds, else Java with Maven.
 * Fails with the problem and its fix.
 */
export function findRuntime(run: RunTool): Result<KeycloakRuntime, string> {
  if (run('docker', ['info']) !== null) return succeed('docker');
  const missing = [javaProblem(run), run('mvn', ['--version']) === null ? 'Maven is not installed' : null];
  const problems = missing.filter((problem) => problem !== null);
  if (problems.length === 0) return succeed('java');
  const fix = `Start Docker, or install a JDK of ${MIN_JAVA_VERSION} or later and Maven (Debian: apt-get install default-jdk maven).`;
  return fail(`Keycloak cannot be started: no Docker daemon responds, and ${problems.join(', and ')}. ${fix}`);
}

function javaProblem(run: RunTool): string | null {
  const output = run('java', ['-version']);
  if (output === null) return 'Java is not installed';
  const version = Number(/version "(?:1\.)?(\d+)/.exec(output)?.[1] ?? 0);
  return version >= MIN_JAVA_VERSION
    ? null
    : `Java is ${version || 'of an unknown version'}, not ${MIN_JAVA_VERSION} or later`;
}

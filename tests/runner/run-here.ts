import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { projectFolder } from '#demo/build-extension';
import type { StepDeps } from './step';

const options = { cwd: projectFolder, stdio: 'inherit', shell: process.platform === 'win32' } as const;

/** Steps run in this project's folder, with their output in this process's own. */
export const stepDepsHere: StepDeps = {
  run: ([command, ...args], env) =>
    spawnSync(command, args, { ...options, env: { ...process.env, ...env } }).status ?? 1,
  forget: (file) => rmSync(`${projectFolder}/${file}`, { force: true }),
  read: (file) => readJson(`${projectFolder}/${file}`),
  log: (line) => console.log(line),
  now: () => performance.now(),
  isCi: process.env.CI === 'true',
};

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A tool of this project, and never one of the same name from elsewhere. */
export function projectTool(name: string, ...args: readonly string[]): readonly [string, ...string[]] {
  return ['npx', '--no-install', name, ...args];
}

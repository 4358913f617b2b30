import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { projectFolder } from '#demo/build-extension';
import { runSteps, type Step, type StepDeps } from './step';
import { formatSummaryLines } from './summary';

/** Where the steps write their reports. */
export const REPORTS = '.output/test-reports';

const options = { cwd: projectFolder, stdio: 'inherit', shell: process.platform === 'win32' } as const;

const deps: StepDeps = {
  run: ([command, ...args], env) =>
    spawnSync(command, args, { ...options, env: { ...process.env, ...env } }).status ?? 1,
  forget: (file) => rmSync(`${projectFolder}/${file}`, { force: true }),
  read: (file) => readJson(`${projectFolder}/${file}`),
  log: (line) => console.log(line),
  now: () => performance.now(),
  isCi: process.env.CI === 'true',
};

/** Runs the steps in this project's folder, prints the summary, and sets the exit code. */
export function runHere(steps: readonly Step[]): void {
  const results = runSteps(steps, deps);
  console.log(`\n== Summary\n${formatSummaryLines(results).join('\n')}`);
  process.exitCode = results.some(({ counts }) => counts.failed > 0) ? 1 : 0;
}

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

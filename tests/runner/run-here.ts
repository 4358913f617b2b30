import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { projectFolder } from '#demo/build-extension';
import { printLine } from '#demo/print-line';
import { type CommandResult, type Lane, runLanes, type StepDeps } from './step';
import { formatSummaryLines } from './summary';

/** Folder of the steps' reports. */
export const REPORTS_FOLDER = '.output/test-reports';

const deps: StepDeps = {
  run: runCommand,
  removeFile: (file) => rmSync(`${projectFolder}/${file}`, { force: true }),
  readJson: (file) => readJson(`${projectFolder}/${file}`),
  log: (line) => console.log(line),
  now: () => performance.now(),
  isCi: process.env.CI === 'true',
};

/** Runs the lanes in this project's folder, prints the summary, and sets the exit code. */
export async function runLanesInProject(lanes: readonly Lane[]): Promise<void> {
  const startMs = performance.now();
  const results = await runLanes(lanes, deps);
  const lines = formatSummaryLines(results, performance.now() - startMs);
  printLine(`\n== Summary\n${lines.join('\n')}`);
  process.exitCode = results.some(({ counts }) => counts.failed > 0) ? 1 : 0;
}

/** Runs a command. The exit code is 1 for a command that does not start, or that a signal ends. */
async function runCommand(
  [command, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  isShown: boolean,
): Promise<CommandResult> {
  const child = spawn(command, args, {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exitCode = await new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
    child.once('error', (problem) => {
      chunks.push(Buffer.from(`${problem.message}\n`));
      resolve(1);
    });
  });
  return { exitCode, output: Buffer.concat(chunks).toString() };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns a command that runs a tool of this project, and that never downloads the tool. */
export function projectToolCommand(name: string, ...args: readonly string[]): readonly [string, ...string[]] {
  return ['npx', '--no-install', name, ...args];
}

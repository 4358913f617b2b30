import { createWriteStream, existsSync, fstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, constants } from 'node:os';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { fail, type Result, succeed } from '#core/util/result';
import { findConfig } from '../config/find-config';
import { importDefault } from '../config/import-default';
import { processSchemaDeps } from '../schemas/process-schema-deps';
import type { CliDeps } from './cli-deps';
import { findFiles, findInFolder } from './input/find-files';
import { readFileChunks } from './input/read-buffers';
import { findWriteProblem, identifyFile, processReportDeps, writeFileSafely } from './report-deps';
import { createWorkerStarter } from './validate/start-worker';

/** In the package, the page is next to the command. In the repository, `npm run build:page` builds it. */
const PAGE_PATH = import.meta.url.endsWith('.ts') ? '../../../.output/page' : './page.json.br';

/**
 * In the package, the script is next to the command.
 * In the repository, `npm run build:package` builds it.
 */
const PAGE_SCRIPT_PATHS = ['./page-script.js', '../../../.output/package/dist/page-script.js'];

async function readPageScript(): Promise<Result<string, string>> {
  const file = PAGE_SCRIPT_PATHS.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  if (file === undefined) return fail('The script for --inject is missing. Run npm run build:package.');
  return succeed(await readFile(file, 'utf8'));
}

function createProcessDeps(version: string): CliDeps {
  const stopping = new AbortController();
  let isCaught = false;
  const interrupt = (name: 'SIGINT' | 'SIGTERM'): void => {
    const isFirst = !stopping.signal.aborted;
    stopping.abort(name);
    // Pending reads would keep the process alive. The default action would leave temporary files.
    // Shells use the same exit code for a process that a signal ended.
    if (!isCaught || !isFirst) process.exit(128 + constants.signals[name]);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    ...processReportDeps,
    ...processSchemaDeps,
    findWriteProblem,
    identifyFile,
    open: (file) => (file === '-' ? process.stdin : readFileChunks(file)),
    now: Date.now,
    writeTexts: writeFileSafely,
    importDefault,
    findConfig: () => findConfig(process.cwd(), existsSync),
    findFiles,
    findInFolder,
    startWorker: createWorkerStarter(),
    pageFolder: fileURLToPath(new URL(PAGE_PATH, import.meta.url)),
    readPageScript,
    hasScreen: hasScreen(process.env),
    openInBrowser: (url) => void openInBrowser(url),
    // Old garbage is collected when the heap has grown by 5 %, which saves some megabytes for the same CPU time
    // (`npm run bench:cli`). `--optimize-for-size` takes 40 % more CPU time. The young generation of this thread can
    // only be limited at the start of Node.js.
    limitHeaps() {
      setFlagsFromString('--heap-growing-percent=5');
    },
    processors: availableParallelism(),
    stdout: openStandardOutput(),
    isTerminal: process.stdout.isTTY === true,
    columns: process.stdout.isTTY ? process.stdout.columns : null,
    isErrorTerminal: process.stderr.isTTY === true,
    version,
    clock: () => performance.now(),
    signal: stopping.signal,
    catchInterrupts() {
      isCaught = true;
      return stopping.signal;
    },
    // Imported on demand, like in `openInBrowser`.
    async runShell(command, variables, signal) {
      const { runShell } = await import('./serve/run-shell');
      return runShell(command, variables, signal);
    },
  };
}

/**
 * Programs that open a URL in the user's browser.
 * All other platforms use `xdg-open` (freedesktop.org).
 */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Imports child processes on demand: few commands need them, and the import takes 5 ms. */
async function openInBrowser(url: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function hasScreen({ CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  if (CI || SSH_CONNECTION) return false;
  return OPENERS[process.platform] !== undefined || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/**
 * Returns the standard output, as a separate stream if it is a file.
 * For a file, Node.js uses `SyncWriteStream`, which writes once and drops the rest if the disk is full. A write stream
 * retries, and then reports the error.
 */
function openStandardOutput(): Writable {
  if (process.stdout.isTTY) return process.stdout;
  const status = fstatSync(process.stdout.fd);
  if (!status.isFile() && !status.isCharacterDevice()) return process.stdout;
  return createWriteStream('', { fd: process.stdout.fd, autoClose: false });
}

/**
 * Lets the functions of a short command run longer before V8 optimizes them.
 * Optimizing took a quarter of the CPU time for 50 MB (`npm run bench:cli`), and most functions are hot for the
 * first few hundred events only. Later versions of V8 have other flags and a cheap compiler tier in between.
 * `serve` runs long, and would take a tenth more CPU time (`npm run bench:serve`).
 */
function optimizeLater(command: string | undefined): void {
  const isShort = command !== 'serve';
  if (isShort && process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=400000');
}

/**
 * Runs a command with the arguments of this process.
 * Sets the exit code of the process to the command's.
 */
export async function runProcess(run: (args: readonly string[], deps: CliDeps) => Promise<number>, version: string) {
  const args = process.argv.slice(2);
  optimizeLater(args[0]);
  const deps = createProcessDeps(version);
  process.exitCode = await run(args, deps);
  // After a command that stops early, an open standard input would keep the process alive.
  process.stdin.destroy();
}

import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, fstatSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { fail, type Result, succeed } from '#core/util/result';
import { findConfig } from '../config/find-config';
import { importDefault } from '../config/import-default';
import { processSchemaDeps } from '../schemas/process-schema-deps';
import type { CliDeps } from './cli-deps';
import { readFileChunks } from './input/read-buffers';
import { findWriteProblem, processReportDeps, writeFileSafely } from './report-deps';
import { createWorkerStarter } from './validate/start-worker';

/** In the package, the page is beside the command; in the repository, `npm run build:page` builds it. */
const pageFolder = import.meta.url.endsWith('.ts') ? '../../../.output/page' : './page.json.br';

/** Exit code of a command that was stopped by Ctrl+C: 128 and the number of the signal. */
const SIGINT_EXIT_CODE = 130;

/** In the package it stands beside the command; the repository's own command takes that of the built package. */
const PAGE_SCRIPTS = ['./page-script.js', '../../../.output/package/dist/page-script.js'];

async function readPageScript(): Promise<Result<string, string>> {
  const file = PAGE_SCRIPTS.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  if (file === undefined) return fail('--inject needs the script of pages. Run npm run build:package.');
  return succeed(await readFile(file, 'utf8'));
}

/** The process that the command runs in. */
function processDeps(version: string): CliDeps {
  const stopping = new AbortController();
  let isCaught = false;
  const interrupt = (): void => {
    const isFirst = !stopping.signal.aborted;
    stopping.abort();
    // Pending reads would keep the process alive.
    if (!isCaught || !isFirst) process.exit(SIGINT_EXIT_CODE);
  };
  process.on('SIGINT', interrupt);
  return {
    ...processReportDeps,
    ...processSchemaDeps,
    findWriteProblem,
    open: (file) => (file === '-' ? process.stdin : readFileChunks(file)),
    now: Date.now,
    writeTexts: writeFileSafely,
    importDefault,
    findConfig: () => findConfig(process.cwd(), existsSync),
    async findFiles(pattern) {
      const { glob } = await import('tinyglobby');
      return (await glob(pattern, { dot: true, expandDirectories: false })).sort();
    },
    findInFolder,
    startWorker: createWorkerStarter(),
    pageFolder: fileURLToPath(new URL(pageFolder, import.meta.url)),
    readPageScript,
    hasScreen: hasScreen(process.env),
    openInBrowser,
    // Old garbage is collected once it is a twentieth of the heap: 140 MB instead of 166 MB with two threads, for the same
    // processor time (`npm run bench:cli`). `--optimize-for-size` takes 40 % more of it.
    limitHeaps() {
      setFlagsFromString('--heap-growing-percent=5');
      // What is new has 2 MB, where it would get 48 MB: 136 MB instead of 167 MB, for the same processor time.
      setFlagsFromString('--semi-space-growth-factor=1');
    },
    processors: availableParallelism(),
    stdout: standardOutput(),
    isTerminal: process.stdout.isTTY === true,
    columns: process.stdout.isTTY ? process.stdout.columns : null,
    isErrorTerminal: process.stderr.isTTY === true,
    version,
    clock: () => performance.now(),
    signal: stopping.signal,
    catchInterrupts() {
      isCaught = true;
      process.on('SIGTERM', interrupt);
      return stopping.signal;
    },
    runShell,
  };
}

/** Programs that open a URL in the user's browser, by platform; that of freedesktop.org on all others. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openInBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function hasScreen({ CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  if (CI || SSH_CONNECTION) return false;
  return OPENERS[process.platform] !== undefined || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

const NOT_FOUND_EXIT_CODE = 127;

const runShell: CliDeps['runShell'] = (command, variables, signal) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...variables } });
    signal.addEventListener('abort', () => child.kill(), { once: true });
    child.on('error', () => resolve(NOT_FOUND_EXIT_CODE));
    child.on('exit', (code, killedBy) => resolve(code ?? 128 + (killedBy === null ? 0 : constants.signals[killedBy])));
  });

/** Endings of what keeps events; each can be packed. */
const EVENT_FILES = '**/*.{ndjson,jsonl,json,har}{,.gz,.zst}';
/** A configuration and a package are JSON too. */
const NO_EVENT_FILES = ['**/node_modules/**', '**/telemetry-v3.config.json', '**/package.json', '**/package-lock.json'];

async function findInFolder(folder: string): Promise<readonly string[] | null> {
  const status = await stat(folder).catch(() => null);
  if (!status?.isDirectory()) return null;
  const { glob } = await import('tinyglobby');
  const found = await glob(EVENT_FILES, { cwd: folder, ignore: NO_EVENT_FILES, caseSensitiveMatch: false });
  return found.sort().map((file) => join(folder, file));
}

/**
 * Returns the standard output. Node writes to a file once and drops what a disk that fills up does not take of it
 * (`SyncWriteStream`): a stream of its own tries again, and fails.
 */
function standardOutput(): Writable {
  if (process.stdout.isTTY) return process.stdout;
  const status = fstatSync(process.stdout.fd);
  if (!status.isFile() && !status.isCharacterDevice()) return process.stdout;
  return createWriteStream('', { fd: process.stdout.fd, autoClose: false });
}

/**
 * Lets functions run longer before they are optimized. Most are hot for the first few hundred events only, and to optimize
 * them took a quarter of the processor time of 50 MB (`npm run bench:cli`). Later engines have a compiler in between that
 * takes little, and other flags.
 */
function optimizeLater(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=400000');
}

/** Runs a command as the process, whose exit code is the command's. */
export async function runProcess(run: (args: readonly string[], deps: CliDeps) => Promise<number>, version: string) {
  optimizeLater();
  const deps = processDeps(version);
  process.exitCode = await run(process.argv.slice(2), deps);
  // A command that stops early leaves it open, and the process would wait for more.
  process.stdin.destroy();
}

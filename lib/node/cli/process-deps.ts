import { createReadStream, existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { glob } from 'tinyglobby';
import type { CliDeps, ExitCode } from './cli-deps';

/** Read in one go, in bytes: large enough that a million lines are a few thousand reads. */
const CHUNK_BYTES = 256 * 1024;
/** What shells expect of a command that was stopped by Ctrl+C: 128 and the number of the signal. */
const SIGINT_EXIT_CODE = 130;

/** The process that the command runs in. */
function processDeps(version: string): CliDeps {
  const stopping = new AbortController();
  process.once('SIGINT', () => {
    stopping.abort();
    // Pending reads would keep the process alive.
    process.exit(SIGINT_EXIT_CODE);
  });
  return {
    open: (file) => (file === '-' ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES })),
    readText: (file) => readFile(file, 'utf8'),
    writeText: (file, texts) => writeFile(file, texts),
    appendText: (file, text) => appendFile(file, text),
    now: Date.now,
    importDefault: async (file) => (await import(pathToFileURL(resolve(file)).href)).default,
    exists: existsSync,
    findFiles: async (pattern) => (await glob(pattern, { dot: true, expandDirectories: false })).sort(),
    stdout: process.stdout,
    stderr: process.stderr,
    isTerminal: process.stdout.isTTY === true,
    isErrorTerminal: process.stderr.isTTY === true,
    env: process.env,
    version,
    clock: () => performance.now(),
    signal: stopping.signal,
  };
}

/** Runs a command as the process, whose exit code is the command's. */
export async function runProcess(run: (args: readonly string[], deps: CliDeps) => Promise<ExitCode>, version: string) {
  const deps = processDeps(version);
  process.exitCode = await run(process.argv.slice(2), deps);
}

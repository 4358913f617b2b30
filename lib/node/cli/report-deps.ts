import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, type Stats } from 'node:fs';
import { access, appendFile, constants, lstat, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReportDeps } from './cli-deps';
import { fileFailure } from './read-failure';

/** Functions of the process for writing reports, shared by the command line and the reporter of Playwright. */
export const processReportDeps: ReportDeps = {
  readText: (file) => readFile(file, 'utf8'),
  writeText: writeFileSafely,
  appendText: (file, text) => appendFile(file, text),
  exists: existsSync,
  env: process.env,
  stderr: process.stderr,
};

/**
 * Writes a file so that it has all of the texts, or what it had before: beside it, then renamed.
 * Devices, pipes and links are written through. Fails with the error of the file system.
 */
export async function writeFileSafely(file: string, texts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const before = await statusOf(file);
  // A rename would put a file in the place of a device or a link, and would part a file from its hard links.
  if (before !== null && (!before.isFile() || before.nlink > 1)) return writeFile(file, texts);
  const beside = join(dirname(file), `.${basename(file).slice(0, 40)}.${randomUUID()}.tmp`);
  const handle = await open(beside, 'wx', before === null ? 0o666 : before.mode).catch((error: unknown) => {
    // The folder takes no new file: the file itself may be writable.
    if (before !== null && isRefused(error)) return null;
    throw error;
  });
  if (handle === null) return writeFile(file, texts);
  // Ctrl+C ends the process wherever it is.
  const removeBeside = () => rmSync(beside, { force: true });
  process.once('exit', removeBeside);
  try {
    try {
      await writeFile(handle, texts);
      if (before !== null) await handle.chmod(before.mode);
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    removeBeside();
    throw error;
  } finally {
    process.off('exit', removeBeside);
  }
}

/** Why a file cannot be written, as a part of a sentence, or `null` if nothing speaks against it. Changes nothing. */
export async function findWriteProblem(file: string): Promise<string | null> {
  try {
    const target = await stat(file).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (target?.isDirectory()) return 'it is a directory';
    if (target !== null) {
      await access(file, constants.W_OK);
      return null;
    }
    await access(dirname(file), constants.W_OK);
    return (await stat(dirname(file))).isDirectory() ? null : 'a part of its path is no directory';
  } catch (error) {
    return isMissing(error) ? `there is no folder ${dirname(file)}` : fileFailure(error);
  }
}

async function statusOf(file: string): Promise<Stats | null> {
  try {
    return await lstat(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
}

import { existsSync, rmSync, type Stats } from 'node:fs';
import { access, appendFile, constants, lstat, open, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readTextFile } from '../bounded-file';
import type { ReportDeps } from './cli-deps';
import { fileFailure } from './read-failure';

/** Functions of the process for writing reports. The command line and the Playwright reporter use them. */
export const processReportDeps: ReportDeps = {
  readText: readTextFile,
  writeText: writeFileSafely,
  appendText: (file, text) => appendFile(file, text),
  exists: existsSync,
  env: process.env,
  stderr: process.stderr,
};

/**
 * Writes a file atomically: writes a temporary file in the same folder, then renames the temporary file.
 * Writes directly to devices, pipes and links. Rejects with the error of the file system.
 */
export async function writeFileSafely(file: string, texts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const currentStatus = await readStatus(file);
  // A rename would replace a device or a symbolic link by a file, and would break hard links.
  if (currentStatus !== null && (!currentStatus.isFile() || currentStatus.nlink > 1)) return writeFile(file, texts);
  const temporaryFile = join(dirname(file), `.${basename(file).slice(0, 40)}.${crypto.randomUUID()}.tmp`);
  // Ctrl+C can end the process at any point.
  const removeTemporaryFile = () => rmSync(temporaryFile, { force: true });
  process.once('exit', removeTemporaryFile);
  try {
    const handle = await open(temporaryFile, 'wx', currentStatus === null ? 0o666 : currentStatus.mode).catch(
      (error: unknown) => {
        // The folder is read-only, but the file itself may be writable.
        if (currentStatus !== null && isAccessDenied(error)) return null;
        throw error;
      },
    );
    if (handle === null) return await writeFile(file, texts);
    try {
      await writeFile(handle, texts);
      if (currentStatus !== null) await handle.chmod(currentStatus.mode);
    } finally {
      await handle.close();
    }
    await rename(temporaryFile, file);
  } catch (error) {
    removeTemporaryFile();
    throw error;
  } finally {
    process.off('exit', removeTemporaryFile);
  }
}

/** Returns why a file cannot be written, as a part of a sentence, or `null` if it can. Changes nothing. */
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
    return (await stat(dirname(file))).isDirectory() ? null : 'a part of its path is not a directory';
  } catch (error) {
    return isMissing(error) ? `there is no folder ${dirname(file)}` : fileFailure(error);
  }
}

/** Returns an ID that all links to a regular file share, or `null` if the path isn't a regular file. */
export async function identifyFile(file: string): Promise<string | null> {
  // `bigint`, because Windows has file IDs of 64 bits, which a double can't represent.
  const status = await stat(file, { bigint: true }).catch(() => null);
  return status?.isFile() ? `${status.dev}:${status.ino}` : null;
}

async function readStatus(file: string): Promise<Stats | null> {
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

function isAccessDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
}

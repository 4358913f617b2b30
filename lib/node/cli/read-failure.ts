import { FileTooLarge } from '../bounded-file';
import { DamagedInput } from './input/decode-input';

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'a part of its path is not a directory'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left on the device'],
  ['EDQUOT', 'the disk quota is exceeded'],
  ['EFBIG', 'the file would be too large'],
  ['EIO', 'input/output error'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EPIPE', 'its reader closed it'],
]);

/**
 * Returns why a file could not be read or written, as a part of a sentence.
 * Rethrows errors that do not come from the file system, because they are bugs.
 */
export function fileFailure(error: unknown): string {
  if (error instanceof DamagedInput || error instanceof FileTooLarge) return error.message;
  if (!(error instanceof Error) || !('code' in error)) throw error;
  return streamFailure(error);
}

/** Returns why a stream failed, as a part of a sentence. All errors of a stream come from the system. */
export function streamFailure(error: Error): string {
  return ('code' in error ? reasons.get(error.code) : undefined) ?? error.message;
}

export function inputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

import { DamagedInput } from './input/decode-input';

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'permission denied'],
  ['ENOSPC', 'no space left on the device'],
]);

/**
 * Why a file could not be read or written.
 * Only failures of the file system are reported; anything else is a bug and is thrown.
 */
export function fileFailure(error: unknown): string {
  if (error instanceof DamagedInput) return error.message;
  if (!(error instanceof Error) || !('code' in error)) throw error;
  return reasons.get(error.code) ?? error.message;
}

export function inputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

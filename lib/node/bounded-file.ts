import { createReadStream } from 'node:fs';
import { readBytes } from '#core/util/join-bytes';

/** Limit of a text file. Configurations, baselines and certificates are far smaller. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** Thrown for a file that is larger than its limit. */
export class FileTooLarge extends RangeError {}

/**
 * Reads a file of at most `maxBytes` bytes. Rejects with {@link FileTooLarge} if it is larger.
 * Does not ask for the size before: devices and pipes have none, and may be endless.
 */
export async function readFileBytes(file: string, maxBytes: number): Promise<Uint8Array> {
  const bytes = await readBytes(createReadStream(file), maxBytes);
  if (bytes === null) throw new FileTooLarge(`it is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`);
  return bytes;
}

/** Reads a text in UTF-8, like {@link readFileBytes}. Keeps a byte order mark. */
export async function readTextFile(file: string): Promise<string> {
  return Buffer.from(await readFileBytes(file, MAX_TEXT_BYTES)).toString('utf8');
}

import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';

/**
 * A file that the user dropped: name, size in bytes, and text.
 * The text is read only if the size allows it.
 */
export interface DroppedFile {
  readonly name: string;
  readonly size: number;
  readonly text: () => Promise<string>;
}

/** Compose files have some kilobytes. YAML is slow to parse, so larger files are not read. */
const MAX_YAML_BYTES = 256 * 1024;
/** Realm exports with very many users have some megabytes. */
const MAX_OTHER_BYTES = 8 * 1024 * 1024;
/** A registry has some dozens of schemas. */
export const MAX_FILES = 200;

/** Whether a file is YAML, by its name. */
export function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

/** Controls the reading of files: cancellation, yielding and progress. */
export interface ReadingControl {
  readonly signal: AbortSignal;
  /** Yields to the event loop. */
  readonly yieldTask: () => Promise<void>;
  /** Called with the share of read files, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Returns the text of a file, or a message why it was not read.
 * Settles as soon as `signal` aborts, because a file on a network drive may never arrive.
 */
export async function readDroppedFile(file: DroppedFile, signal: AbortSignal): Promise<Result<string, Message>> {
  const limit = isYaml(file.name) ? MAX_YAML_BYTES : MAX_OTHER_BYTES;
  if (file.size > limit)
    return fail(message('setup.error.tooLarge', { size: formatSize(file.size), limit: formatSize(limit) }));
  try {
    const text = await rejectOnAbort(file.text(), signal);
    if (text.includes('\0')) return fail(message('setup.error.notText'));
    return text.trim() === '' ? fail(message('setup.error.empty')) : succeed(text);
  } catch {
    return fail(message('setup.error.unreadable'));
  }
}

function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function formatSize(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MiB` : `${Math.round(bytes / 1024)} KiB`;
}

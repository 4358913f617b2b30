import { type UnzipFileInfo, unzipSync } from 'fflate';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';

/**
 * A HAR file with the bodies in files beside it.
 * Playwright's `recordHar` writes such an archive.
 */
export interface HarArchive {
  readonly har: Uint8Array;
  readonly readAttachment: (name: string) => Uint8Array<ArrayBuffer> | null;
}

/** Bytes of all files of an archive together: they are held in memory. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** Reads an archive (zip) that has a HAR file. Files are unpacked on demand. */
export function readHarArchive(zip: Uint8Array): Result<HarArchive, Message> {
  const names: string[] = [];
  let unpackedBytes = 0;
  const list = ({ name, originalSize }: UnzipFileInfo) => {
    names.push(name);
    unpackedBytes += originalSize;
    return false;
  };
  const read = (wanted: string): Uint8Array<ArrayBuffer> | null => {
    try {
      return unzipSync(zip, { filter: ({ name }) => name === wanted })[wanted] ?? null;
    } catch {
      return null;
    }
  };
  try {
    unzipSync(zip, { filter: list });
  } catch {
    return fail(message('import.fault.damagedArchive'));
  }
  if (unpackedBytes > MAX_UNPACKED_BYTES) {
    return fail(message('import.fault.archiveTooLarge', { n: MAX_UNPACKED_BYTES / 1024 / 1024 }));
  }
  const name = names.find((other) => other.toLowerCase().endsWith('.har'));
  const har = name === undefined ? null : read(name);
  if (name === undefined || har === null) return fail(message('import.fault.noHarInArchive'));
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const known = new Set(names);
  return succeed({
    har,
    readAttachment: (file) => (known.has(folder + file) ? read(folder + file) : null),
  });
}

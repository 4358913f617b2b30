import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { listZipEntries, type ZipEntry } from './zip-entries';

/**
 * The imported file of an archive: its only HAR file, else its only file.
 * Playwright's `recordHar` writes a HAR file with the bodies in files beside it.
 */
export interface InputArchive {
  readonly file: Uint8Array<ArrayBuffer>;
  /** Reads a file beside the HAR file; `null` if it is missing or cannot be decompressed. */
  readonly readAttachment: (name: string) => Uint8Array<ArrayBuffer> | null;
}

/** Limit of the total decompressed size of an archive, whose files are read into memory. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/**
 * Reads a zip archive, whose files are decompressed on demand.
 * Fails if several files could be imported: none may be dropped silently.
 */
export function readInputArchive(zip: Uint8Array): Result<InputArchive, Message> {
  let all: readonly ZipEntry[];
  try {
    all = listZipEntries(zip);
  } catch {
    return fail(message('import.fault.damagedArchive'));
  }
  const unpackedBytes = all.reduce((sum, { size }) => sum + size, 0);
  if (unpackedBytes > MAX_UNPACKED_BYTES) {
    return fail(message('import.fault.archiveTooLarge', { n: MAX_UNPACKED_BYTES / 1024 / 1024 }));
  }
  const entries = new Map(all.flatMap((entry) => (isContent(entry.name) ? [[entry.name, entry]] : [])));
  const names = [...entries.keys()];
  if (names.some((name) => OFFICE_FILE.test(name))) return fail(message('import.fault.officeDocument'));
  const hars = names.filter((name) => /\.har$/i.test(name));
  if (hars.length > 1) return fail(message('import.fault.manyHarsInArchive', { n: hars.length }));
  const name = hars[0] ?? names[0];
  if (name === undefined) return fail(message('import.fault.emptyArchive'));
  if (hars.length === 0 && names.length > 1)
    return fail(message('import.fault.manyFilesInArchive', { n: names.length }));
  const read = (entryName: string): Uint8Array<ArrayBuffer> | null => {
    try {
      return entries.get(entryName)?.read() ?? null;
    } catch {
      return null;
    }
  };
  const file = read(name);
  if (file === null) return fail(message('import.fault.damagedArchive'));
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return succeed({ file, readAttachment: (other) => read(folder + other) });
}

/** A file that each spreadsheet or document of Excel, Word, LibreOffice or Numbers has. */
const OFFICE_FILE = /^(?:xl\/workbook\.|word\/document\.|content\.xml$|Index\/Document\.iwa$)/;

/** Whether an entry is a file with content: no folder, and no metadata of macOS or file managers. */
function isContent(name: string): boolean {
  return !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/.test(name);
}

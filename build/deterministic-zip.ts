import { type Zippable, zipSync } from 'fflate';

export interface ZipEntry {
  /** Relative, with `/` between folders. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly isExecutable?: boolean;
}

const UNIX = 3;
const REGULAR_FILE = 0o100000;

/**
 * Zips the entries so that the same entries and the same time give the same bytes.
 * Zip files have the local time: in another time zone the bytes are others.
 */
export function createZip(entries: readonly ZipEntry[], time: Date): Uint8Array {
  const files: Zippable = {};
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path, content, isExecutable = false } of sorted) {
    if (Object.hasOwn(files, path)) throw new Error(`${path} is twice in the zip.`);
    const mode = REGULAR_FILE | (isExecutable ? 0o755 : 0o644);
    files[path] = [content, { level: 9, mtime: time, os: UNIX, attrs: mode * 0x10000 }];
  }
  return zipSync(files);
}

import { type Zippable, zipSync } from 'fflate';

export interface ZipEntry {
  /** Relative path with `/`. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly isExecutable?: boolean;
}

const UNIX = 3;
const REGULAR_FILE = 0o100000;

/**
 * Zips entries. The same entries and the same time give the same bytes.
 * Zip files contain local times, so the bytes depend on the time zone.
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

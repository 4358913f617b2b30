import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['components', 'entrypoints', 'lib'];
/** Where a text of `_locales` is named. */
const FILES = ['wxt.config.ts'];

/** The sources of the extension that can name a key, as one text. */
export function readSources(root: string): string {
  return read(root, [...pathsIn(root, FOLDERS), ...FILES]);
}

function pathsIn(root: string, folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|html)$/.test(path))
      .map((path) => join(folder, path)),
  );
}

function read(root: string, paths: readonly string[]): string {
  return paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
}

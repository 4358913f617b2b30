import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['components', 'entrypoints', 'lib'];
/** Other files that name keys, such as those of `_locales`. */
const FILES = ['wxt.config.ts'];

/** Returns the sources that can name keys, as one text. */
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

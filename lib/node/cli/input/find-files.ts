import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { GlobOptions } from 'tinyglobby';

/** Extensions of files that can contain events, plain or compressed. */
const EVENT_FILES = '**/*.{ndjson,jsonl,json,har}{,.gz,.zst}';
/** JSON files that never contain events. */
const IGNORED_FILES = ['**/node_modules/**', '**/telemetry-v3.config.json', '**/package.json', '**/package-lock.json'];

export function findFiles(pattern: string): Promise<readonly string[]> {
  return findUniqueFiles(toGlobPattern(pattern), '.', { dot: true, expandDirectories: false });
}

/** Converts the pattern of a user. On Windows, a backslash separates folders; elsewhere, it escapes a character. */
export function toGlobPattern(pattern: string, separator = sep): string {
  return separator === '\\' ? pattern.replaceAll(separator, '/') : pattern;
}

/** Returns the event files in a folder and its subfolders, sorted by name, or `null` if the path isn't a folder. */
export async function findInFolder(folder: string): Promise<readonly string[] | null> {
  const status = await stat(folder).catch(() => null);
  if (!status?.isDirectory()) return null;
  const files = await findUniqueFiles(EVENT_FILES, folder, { ignore: IGNORED_FILES, caseSensitiveMatch: false });
  return files.map((file) => join(folder, file));
}

/**
 * Finds each file once, even if symbolic links lead to it. Prefers the real path to a link.
 * Links like `latest.ndjson`, or to a parent folder, would make events count twice.
 */
async function findUniqueFiles(pattern: string, folder: string, options: GlobOptions): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const root = await realpath(folder);
  const files = (await glob(pattern, { ...options, cwd: folder })).sort();
  const names = new Map<string, string>();
  for (const file of files) {
    const path = resolve(root, file);
    const target = await realpath(path).catch(() => path);
    if (target === path || !names.has(target)) names.set(target, file);
  }
  return [...names.values()].sort();
}

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** What the page may load and connect to: this server. No text of an event that came to be HTML can send anything. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Files whose names change with their contents. */
const IMMUTABLE = /^\/assets\/.*-[\w-]{8}\.\w+$/;

/** A file of the page, as it is served. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Finds a file by the path of a URL; `null` if there is none. */
export type FindPageFile = (path: string) => Promise<PageFile | null>;

/**
 * Creates a finder of the files in a folder.
 * It knows the names of all from the first call on, so that no path leads out of the folder. Returns `null` for each if
 * the folder does not exist.
 */
export function createPageFiles(folder: string): FindPageFile {
  let paths: ReadonlyMap<string, string> | null = null;
  const cache = new Map<string, PageFile>();
  return async (path) => {
    paths ??= listFiles(folder);
    const name = path === '/' ? '/index.html' : path;
    const file = paths.get(name);
    if (file === undefined) return null;
    const known = cache.get(name) ?? toPageFile(name, await readFile(file));
    cache.set(name, known);
    return known;
  };
}

function listFiles(folder: string): ReadonlyMap<string, string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' });
    return new Map(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file.slice(folder.replace(/[\\/]+$/, '').length).replaceAll(sep, '/'), file]),
    );
  } catch {
    return new Map();
  }
}

function toPageFile(name: string, bytes: Buffer): PageFile {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return {
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    headers: {
      'content-type': type,
      'cache-control': IMMUTABLE.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      ...(type.startsWith('text/html')
        ? { 'content-security-policy': PAGE_POLICY, 'cross-origin-opener-policy': 'same-origin' }
        : {}),
    },
  };
}

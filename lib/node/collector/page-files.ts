import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';

/**
 * Limits the page to loads from and connections to this server.
 * HTML injected by an event can send nothing.
 */
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

const decompress = promisify(brotliDecompress);

/** Paths of files whose names contain a hash of their content. */
const IMMUTABLE = /^\/assets\/.*-[\w-]{8}\.\w+$/;

/** A file of the page, with its response headers. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Finds a file by the path of a URL. Resolves to `null` if there is none. */
export type FindPageFile = (urlPath: string) => Promise<PageFile | null>;

/**
 * Creates a function that finds files in a folder, or in a file `.json.br` written by `packFiles`.
 * Lists all files at the first call, so that no path can leave the folder. Finds no files if the folder does not exist.
 * Rejects if a file cannot be read.
 */
export function createPageFiles(path: string): FindPageFile {
  let readers: Promise<FileReaders> | null = null;
  const cache = new Map<string, PageFile>();
  return async (urlPath) => {
    readers ??= path.endsWith(PACKED_EXTENSION) ? unpackFiles(path) : Promise.resolve(listFiles(path));
    const name = urlPath === '/' ? '/index.html' : urlPath;
    const readContent = (await readers).get(name);
    if (readContent === undefined) return null;
    const file = cache.get(name) ?? toPageFile(name, await readContent());
    cache.set(name, file);
    return file;
  };
}

/** Functions that read the files of the page, by their names, which begin with a slash. */
type FileReaders = ReadonlyMap<string, () => Promise<Buffer>>;

/** Extension of a file that `packFiles` wrote. */
const PACKED_EXTENSION = '.json.br';

async function unpackFiles(file: string): Promise<FileReaders> {
  const packed: Readonly<Record<string, string>> = JSON.parse(String(await decompress(await readFile(file))));
  return new Map(Object.entries(packed).map(([name, text]) => [name, async () => Buffer.from(text)]));
}

/**
 * Packs the text files of a folder into one file.
 * The packed file takes half as much space in an npm package as the files. Throws if the folder cannot be read, or
 * contains a file that is not UTF-8.
 */
export async function packFiles(folder: string): Promise<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const files: Record<string, string> = {};
  const entries = [...listFiles(folder)];
  // Sorted by extension, because adjacent similar files compress better.
  const sortedEntries = entries.toSorted(([one], [other]) => (sortKey(one) < sortKey(other) ? -1 : 1));
  for (const [name, read] of sortedEntries) files[name] = decoder.decode(await read());
  const json = JSON.stringify(files);
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(json, {
    params: { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: json.length },
  });
}

function sortKey(name: string): string {
  return `${extname(name)} ${name}`;
}

function listFiles(folder: string): FileReaders {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' });
    return new Map(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file.slice(folder.replace(/[\\/]+$/, '').length).replaceAll(sep, '/'), () => readFile(file)]),
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

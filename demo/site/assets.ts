import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileScript } from './compile-script';

export interface Asset {
  readonly type: string;
  readonly body: string;
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const packages = createRequire(import.meta.url);

/**
 * Files of installed packages that the pages may load, by URL path.
 * Nothing else of node_modules is served. The SDK's source map is not, as on most sites: DevTools would read it at each
 * page load.
 */
const vendor: Readonly<Record<string, string>> = {
  '/vendor/sdk-2.0.1/index.global.js': 'sdk-2.0.1/dist/index.global.js',
  '/vendor/sdk-1.3.0/index.js': 'sdk-1.3.0/index.js',
  '/vendor/jquery/jquery.js': 'jquery/dist/jquery.js',
};

const contentTypes: Readonly<Record<string, string>> = {
  '/style.css': 'text/css; charset=utf-8',
  '/favicon.svg': 'image/svg+xml',
};

/** Cache: each page load requests a dozen files. */
const cache = new Map<string, Asset>();

/** Returns the file at a path of the site, or null if there is none. */
export async function findAsset(path: string): Promise<Asset | null> {
  const asset = cache.get(path) ?? (await readAsset(path));
  if (asset !== null) cache.set(path, asset);
  return asset;
}

async function readAsset(path: string): Promise<Asset | null> {
  const packaged = vendor[path];
  if (packaged) return { type: JAVASCRIPT, body: await readFile(packages.resolve(packaged), 'utf8') };
  const type = contentTypes[path];
  if (type) return { type, body: await readSiteFile(`./pages${path}`) };
  const script = /^\/modules\/((?:scripts|lesson)\/[a-z-]+)$/.exec(path)?.[1];
  return script === undefined ? null : compile(`./${script}.ts`);
}

export function readSiteFile(path: string): Promise<string> {
  return readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
}

async function compile(path: string): Promise<Asset | null> {
  try {
    return { type: JAVASCRIPT, body: await compileScript(await readSiteFile(path), path) };
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return null;
    throw problem;
  }
}

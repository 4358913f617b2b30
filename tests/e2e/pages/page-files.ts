import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compileScript } from '#demo/site/compile-script';

const packages = createRequire(import.meta.url);

const vendor: Readonly<Record<string, string>> = {
  '/vendor/jquery.js': 'jquery/dist/jquery.js',
  '/vendor/sdk-0.0.29.js': 'sdk-0.0.29/index.js',
  '/vendor/sdk-1.3.0.js': 'sdk-1.3.0/index.js',
  '/vendor/sdk-2.0.1.js': 'sdk-2.0.1/dist/index.global.js',
};

/** Reads the text of a script that the pages load; null if there is no such script. */
export async function findScript(path: string): Promise<string | null> {
  const packaged = vendor[path];
  if (packaged) return readFile(packages.resolve(packaged), 'utf8');
  if (path === '/vendor/sdk-2.0.1.mjs') return esmSdk();
  return ['/player.js', '/around.js', '/hostile.js'].includes(path) ? compile(path.replace('.js', '.ts')) : null;
}

async function compile(path: string): Promise<string> {
  const source = await readFile(fileURLToPath(new URL(`.${path}`, import.meta.url)), 'utf8');
  return compileScript(source, path);
}

let esmSdkBundle: Promise<string> | null = null;

/** Bundles the package's ES module with its imports into one file, as a site's bundler does. Runs once. */
function esmSdk(): Promise<string> {
  esmSdkBundle ??= bundle(packages.resolve('sdk-2.0.1/dist/index.mjs'));
  return esmSdkBundle;
}

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'sdk' } },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('The SDK could not be bundled.');
  return chunk.code;
}

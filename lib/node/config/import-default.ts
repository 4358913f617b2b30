import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const requireModule = createRequire(import.meta.url);
/**
 * Codes of errors after which a module is imported instead of required.
 * Such a module uses top-level `await`, or is an ES module that this version of Node.js cannot require.
 */
const IMPORT_ONLY = ['ERR_REQUIRE_ASYNC_MODULE', 'ERR_REQUIRE_ESM'];

/** Imports the default export of a module. Resolves a relative path against the working directory. */
export async function importDefault(file: string): Promise<unknown> {
  const path = resolve(file);
  if (isCommonJsTypeScript(path)) {
    try {
      return readDefault(requireModule(path));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && IMPORT_ONLY.includes(`${error.code}`))) throw error;
    }
  }
  return readDefault(await import(pathToFileURL(path).href));
}

/**
 * Whether a file is TypeScript in a package without type `module`, as created by `npm init playwright`.
 * Playwright and other loaders compile the `export` of such a file only if it is required, not if it is imported
 * (Playwright 1.65).
 */
function isCommonJsTypeScript(path: string): boolean {
  return /\.ts$/i.test(path) && '.ts' in requireModule.extensions && packageType(dirname(path)) !== 'module';
}

function packageType(folder: string): unknown {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).type;
  return dirname(folder) === folder ? undefined : packageType(dirname(folder));
}

/**
 * Returns the default export.
 * A compiled ES module may have the default export nested in an object with `__esModule`.
 */
function readDefault(loaded: { readonly default?: unknown; readonly __esModule?: unknown }): unknown {
  const { default: defaultExport } = loaded;
  const isCompiled =
    typeof defaultExport === 'object' &&
    defaultExport !== null &&
    '__esModule' in defaultExport &&
    'default' in defaultExport;
  return isCompiled ? defaultExport.default : defaultExport;
}

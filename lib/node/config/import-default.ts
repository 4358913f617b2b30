import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const requireModule = createRequire(import.meta.url);
/** Errors of modules that `require` cannot load: they use top-level `await`, or this Node.js requires no ES modules. */
const IMPORT_ONLY = ['ERR_REQUIRE_ASYNC_MODULE', 'ERR_REQUIRE_ESM'];

/** Returns the default export of a module; a path is relative to the working directory. Rejects if it cannot be loaded. */
export async function importDefault(file: string): Promise<unknown> {
  const path = resolve(file);
  if (isCommonJsTypeScript(path)) {
    try {
      return defaultOf(requireModule(path));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && IMPORT_ONLY.includes(`${error.code}`))) throw error;
    }
  }
  return defaultOf(await import(pathToFileURL(path).href));
}

/**
 * TypeScript in a package that is not of type `module`, as `npm init playwright` makes it. Playwright and other loaders compile
 * its `export` where it is required, not where it is imported (Playwright 1.65).
 */
function isCommonJsTypeScript(path: string): boolean {
  return /\.ts$/i.test(path) && '.ts' in requireModule.extensions && packageType(dirname(path)) !== 'module';
}

function packageType(folder: string): unknown {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).type;
  return dirname(folder) === folder ? undefined : packageType(dirname(folder));
}

/** A compiled ES module is an object with the mark `__esModule`, which may be the default export of a namespace. */
function defaultOf(loaded: { readonly default?: unknown; readonly __esModule?: unknown }): unknown {
  const { default: inner } = loaded;
  const isCompiled = typeof inner === 'object' && inner !== null && '__esModule' in inner && 'default' in inner;
  return isCompiled ? inner.default : inner;
}

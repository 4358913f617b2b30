import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns the default export of a module; a path is relative to the working directory. Rejects if it cannot be loaded. */
export async function importDefault(file: string): Promise<unknown> {
  return (await import(pathToFileURL(resolve(file)).href)).default;
}

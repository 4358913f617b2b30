/** The modules of `@hyperjump/browser` that fetch URLs, read files, and read the working directory. */
const MODULES = /\/@hyperjump\/browser\/lib\/(?:uri-schemes\/(http|file)-scheme-plugin|browser\/context-uri)\.js$/;
const LIBRARY = /\/@hyperjump\/browser\/lib\/index\.js$/;

const blocked = `{ retrieve: async (uri) => { throw new Error('Not fetched: ' + uri); } }`;

/** The replacements of {@link MODULES}, by the name that the expression captures. */
const sources: Readonly<Record<string, string>> = {
  http: `export const httpSchemePlugin = ${blocked};\nexport class HttpError extends Error {}\n`,
  file: `export const fileSchemePlugin = ${blocked};\n`,
  '': `export const contextUri = () => '';\n`,
};

/** The used part of a Rollup plugin, because each bundler has different types for plugins. */
interface OfflineSchemasPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly load: (id: string) => string | null;
  readonly buildEnd: (error?: Error) => void;
}

/**
 * Creates a plugin that removes code from the JSON Schema library that fetches URLs and reads files.
 * The build fails if a later version of the library has moved that code.
 */
export function offlineSchemas(): OfflineSchemasPlugin {
  const replacedNames = new Set<string>();
  let hasLibrary = false;
  return {
    name: 'offline-schemas',
    enforce: 'pre',
    load(id) {
      const [path = ''] = id.split('?');
      if (LIBRARY.test(path)) hasLibrary = true;
      const match = MODULES.exec(path);
      if (match === null) return null;
      const name = match[1] ?? '';
      replacedNames.add(name);
      return sources[name] ?? null;
    },
    buildEnd(error) {
      if (error !== undefined || !hasLibrary || replacedNames.size === Object.keys(sources).length) return;
      throw new Error(
        '@hyperjump/browser fetches URLs or reads files in other modules now: see build/offline-schemas.ts.',
      );
    },
  };
}

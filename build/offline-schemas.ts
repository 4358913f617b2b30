/** The modules of `@hyperjump/browser` that fetch a URL, read a file, and ask for the working directory. */
const MODULES = /\/@hyperjump\/browser\/lib\/(?:uri-schemes\/(http|file)-scheme-plugin|browser\/context-uri)\.js$/;
const LIBRARY = /\/@hyperjump\/browser\/lib\/index\.js$/;

const refused = `{ retrieve: async (uri) => { throw new Error('Not fetched: ' + uri); } }`;

/** What stands in their place, by their names. */
const sources: Readonly<Record<string, string>> = {
  http: `export const httpSchemePlugin = ${refused};\nexport class HttpError extends Error {}\n`,
  file: `export const fileSchemePlugin = ${refused};\n`,
  '': `export const contextUri = () => '';\n`,
};

/** As much of a plugin of Rollup as is needed: bundlers have types of their own for it. */
interface OfflineSchemasPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly load: (id: string) => string | null;
  readonly buildEnd: (error?: Error) => void;
}

/**
 * Creates a plugin by which the library of JSON Schemas can neither fetch nor read: no bundle has the code for it.
 * The build stops if a later version of the library keeps it elsewhere.
 */
export function offlineSchemas(): OfflineSchemasPlugin {
  const replaced = new Set<string>();
  let hasLibrary = false;
  return {
    name: 'offline-schemas',
    enforce: 'pre',
    load(id) {
      const [path = ''] = id.split('?');
      if (LIBRARY.test(path)) hasLibrary = true;
      const found = MODULES.exec(path);
      if (found === null) return null;
      const name = found[1] ?? '';
      replaced.add(name);
      return sources[name] ?? null;
    },
    buildEnd(error) {
      if (error !== undefined || !hasLibrary || replaced.size === Object.keys(sources).length) return;
      throw new Error('@hyperjump/browser keeps what fetches and reads elsewhere: see build/offline-schemas.ts.');
    },
  };
}

/** The module of `entities` with all named character references of HTML. */
const NAMES = /\/entities\/dist\/esm\/generated\/decode-data-html\.js$/;
/** The library that imports this module. */
const LIBRARY = /\/htmlparser2\/dist\/esm\/Tokenizer\.js$/;

/** The used part of a Rollup plugin, because each bundler has different types for plugins. */
interface WithoutEntitiesPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly load: (id: string) => string | null;
  readonly buildEnd: (error?: Error) => void;
}

/**
 * Creates a plugin that removes the named character references from the HTML tokenizer.
 * `serve --inject` does not use them, and they would take 20 kB of the package. The build fails if a later version of
 * the library has moved the references.
 */
export function withoutEntities(): WithoutEntitiesPlugin {
  let hasLibrary = false;
  let isReplaced = false;
  return {
    name: 'without-entities',
    enforce: 'pre',
    load(id) {
      const [path = ''] = id.split('?');
      if (LIBRARY.test(path)) hasLibrary = true;
      if (!NAMES.test(path)) return null;
      isReplaced = true;
      return 'export const htmlDecodeTree = new Uint16Array(0);\n';
    },
    buildEnd(error) {
      if (error === undefined && hasLibrary && !isReplaced) {
        throw new Error('entities keeps the character references of HTML elsewhere: see build/without-entities.ts.');
      }
    },
  };
}

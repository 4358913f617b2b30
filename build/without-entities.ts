/** The module of `entities` with all named character references of HTML. */
const NAMES = /\/entities\/dist\/esm\/generated\/decode-data-html\.js$/;
/** The library that imports it. */
const LIBRARY = /\/htmlparser2\/dist\/esm\/Tokenizer\.js$/;

/** As much of a plugin of Rollup as is needed: bundlers have types of their own for it. */
interface WithoutEntitiesPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly load: (id: string) => string | null;
  readonly buildEnd: (error?: Error) => void;
}

/**
 * Creates a plugin by which the tokenizer of HTML decodes no named character references.
 * `serve --inject` asks it for none, and they would be 20 kB of the package. The build stops if a later version of the
 * library keeps them elsewhere.
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

import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { build } from 'vite';
import type { Messages } from './locale-file';

/** One script of the extension that has messages of one language. */
export interface Catalog {
  /** Without ending, for example `texts/en/panel`. */
  readonly name: string;
  readonly language: string;
  readonly messages: Messages;
}

/** A script whose default export has a function for each message. */
export function catalogSource({ language, messages }: Omit<Catalog, 'name'>): string {
  return compileModule(new MessageFormat(language), Object.fromEntries(messages));
}

const RUNTIME_IMPORT = /^import \{([^}]+)\} from "@messageformat\/runtime";$/m;

/**
 * The same in English, for plain Node.
 * Numbers are formatted by our own function: the one of the library loads data of languages, which takes a tenth of a short
 * run. Throws if the library imports it in another way.
 */
export function nodeCatalogSource(messages: Messages): string {
  const source = catalogSource({ language: 'en', messages });
  const ours = source.replace(RUNTIME_IMPORT, (_statement, names: string) => withoutNumber(names));
  if (/\bnumber\(/.test(ours) && !ours.includes(OWN_NUMBER)) {
    throw new Error('The compiler of messages imports `number` in another way: see build/i18n/compile-catalogs.ts.');
  }
  return ours;
}

const OWN_NUMBER = `import { formatNumber } from "#core/telemetry/wording";
const number = (_language, value, offset) => formatNumber(value - offset);`;

function withoutNumber(names: string): string {
  const all = names.split(',').map((name) => name.trim());
  const others = all.filter((name) => name !== 'number');
  return [
    ...(others.length === 0 ? [] : [`import { ${others.join(', ')} } from "@messageformat/runtime";`]),
    ...(others.length === all.length ? [] : [OWN_NUMBER]),
  ].join('\n');
}

/** The types of what {@link catalogSource} makes. */
export const CATALOG_TYPES = `declare const messages: Readonly<Record<string, (values: object) => string>>;
export default messages;
`;

const PREFIX = '\0catalog:';

/** Bundles catalogs with the few functions that their messages call. Returns the scripts by file name. */
export async function compileCatalogs(
  catalogs: readonly Catalog[],
): Promise<readonly { readonly fileName: string; readonly code: string }[]> {
  const byId = new Map(catalogs.map((catalog) => [PREFIX + catalog.name, catalog]));
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'catalogs',
        resolveId: (id) => (byId.has(id) ? id : null),
        load(id) {
          const catalog = byId.get(id);
          return catalog === undefined ? null : catalogSource(catalog);
        },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(catalogs.map(({ name }) => [name, PREFIX + name])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: 'texts/[name].js' },
      },
    },
  });
  if (!('output' in result)) throw new Error('The catalogs were bundled in another way than once.');
  return result.output.flatMap((file) => (file.type === 'chunk' ? [{ fileName: file.fileName, code: file.code }] : []));
}

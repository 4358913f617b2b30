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

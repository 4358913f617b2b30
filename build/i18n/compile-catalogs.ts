import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { build } from 'vite';
import { SCRIPT_TARGET } from '../script-target';
import type { Messages } from './locale-file';

/** A script of the extension with messages of one language. */
export interface Catalog {
  /** File name without extension, for example `texts/en/panel`. */
  readonly name: string;
  readonly language: string;
  readonly messages: Messages;
}

/** Generates a script whose default export contains a function for each message. */
export function catalogSource({ language, messages }: Omit<Catalog, 'name'>): string {
  return compileModule(new MessageFormat(language), Object.fromEntries(messages));
}

const RUNTIME_IMPORT = /^import \{([^}]+)\} from "@messageformat\/runtime";$/m;

/**
 * Generates the script of English messages for plain Node.js.
 * Formats numbers with the project's function, because the library's loads locale data, which takes 10 % of a short
 * run. Throws if the library imports its function in another way.
 */
export function nodeCatalogSource(messages: Messages): string {
  const source = catalogSource({ language: 'en', messages });
  const patched = source.replace(RUNTIME_IMPORT, (_statement, names: string) => withoutNumber(names));
  if (/\bnumber\(/.test(patched) && !patched.includes(NUMBER_FORMATTER)) {
    throw new Error('The compiler of messages imports `number` in another way: see build/i18n/compile-catalogs.ts.');
  }
  return patched;
}

const NUMBER_FORMATTER = `import { formatNumber } from "#core/telemetry/wording";
const number = (_language, value, offset) => formatNumber(value - offset);`;

function withoutNumber(names: string): string {
  const all = names.split(',').map((name) => name.trim());
  const others = all.filter((name) => name !== 'number');
  return [
    ...(others.length === 0 ? [] : [`import { ${others.join(', ')} } from "@messageformat/runtime";`]),
    ...(others.length === all.length ? [] : [NUMBER_FORMATTER]),
  ].join('\n');
}

/** The types of the scripts that {@link catalogSource} generates. */
export const CATALOG_TYPES = `declare const messages: Readonly<Record<string, (values: object) => string>>;
export default messages;
`;

const PREFIX = '\0catalog:';

/** Bundles catalogs with the runtime functions that their messages call. Returns the scripts. */
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
      target: SCRIPT_TARGET,
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

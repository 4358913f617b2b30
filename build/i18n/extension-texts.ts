import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import type { Wxt, WxtDirEntry, WxtHooks } from 'wxt';
import { CATALOG_TYPES, type Catalog, catalogSource, compileCatalogs, nodeCatalogSource } from './compile-catalogs';
import { LANGUAGES, type Messages, readLocale } from './locale-file';
import { isOfNode } from './node-texts';
import { findingPlaceholderTypes, structureTypes } from './structure-types';
import { findUsedKeys } from './used-keys';

type PublicFiles = Parameters<WxtHooks['build:publicAssets']>[1];

/**
 * The pages that load texts. Each page has a separate file with the texts of its first screen.
 * One file with all texts is shared by all pages.
 */
const PAGES = ['panel', 'popup', 'options', 'reference', 'welcome', 'collector'];

/**
 * Module with the texts of the background.
 * The texts are bundled with the background, because a service worker cannot import scripts later.
 */
const BACKGROUND = /^virtual:texts\/background\/(\w+)$/;
const isOfBackground = (key: string) => key.startsWith('background.') || key === 'manifest.name';

/** Texts that `_locales` contains: those that the browser shows, and the tag of the selected language. */
const isOfManifest = (key: string) => key.startsWith('manifest.') || key === 'language.tag';

/**
 * Areas that only some pages show, with a separate file each.
 * `lib/extension/browser/page-texts.ts` lists the pages.
 */
const AREAS = ['definitions', 'rules'];
const isOfArea = (key: string) => AREAS.some((area) => key.startsWith(`${area}.`));

/** Texts of findings: their sentences, and the parts of definitions that they contain. */
const isOfFinding = (key: string) => /^(findings|definitions\.(note|default|type))\./.test(key);

/** Adds the types of messages, and the English messages for plain Node.js, to `.wxt`. */
export function writeStructure({ config }: Wxt, entries: WxtDirEntry[]): void {
  const messages = readLocale(config.root, 'en');
  const generated = {
    'structure.d.ts': structureTypes(messages),
    'finding-placeholders.d.ts': findingPlaceholderTypes(messages),
    'english-findings.js': nodeCatalogSource(pick(messages, isOfFinding)),
    'english-findings.d.ts': CATALOG_TYPES,
    'english-headlines.js': nodeCatalogSource(pick(messages, (key) => key.startsWith('headlines.'))),
    'english-headlines.d.ts': CATALOG_TYPES,
    'english-reference.js': nodeCatalogSource(pick(messages, isOfArea)),
    'english-reference.d.ts': CATALOG_TYPES,
    'english.js': nodeCatalogSource(pick(messages, isOfNode)),
    'english.d.ts': CATALOG_TYPES,
  };
  for (const [name, text] of Object.entries(generated))
    entries.push({ path: `i18n/${name}`, text, tsReference: false });
}

/**
 * Adds `_locales`.
 * For the development server, which does not bundle, also adds all texts to each page's file.
 */
export async function addLocaleFiles({ config }: Wxt, files: PublicFiles): Promise<void> {
  for (const language of LANGUAGES) {
    const manifestMessages = pick(readLocale(config.root, language), isOfManifest);
    const messages = [...manifestMessages].map(([key, message]) => [key.replaceAll('.', '_'), { message }]);
    const contents = JSON.stringify(Object.fromEntries(messages), null, 2);
    files.push({ relativeDest: `_locales/${language}/messages.json`, contents });
  }
  if (config.command === 'build') return;
  const catalogs = LANGUAGES.flatMap((language) => {
    const messages = readLocale(config.root, language);
    return ['all', ...AREAS, ...PAGES].map((name) => ({ name: `texts/${language}/${name}`, language, messages }));
  });
  for (const { fileName, code } of await compileCatalogs(catalogs))
    files.push({ relativeDest: fileName, contents: code });
}

/**
 * Emits files per language: all texts, those of each area, and those of each page's first screen.
 * A page loads the file with all texts right after its start, in case the scan of its scripts missed a key.
 */
export function textsPlugin(root: string): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (BACKGROUND.test(id) ? `\0${id}` : null),
    load(id) {
      const language = LANGUAGES.find((each) => each === BACKGROUND.exec(id.replace('\0', ''))?.[1]);
      if (language === undefined) return null;
      return catalogSource({ language, messages: pick(readLocale(root, language), isOfBackground) });
    },
    async generateBundle(_, bundle) {
      const locales = LANGUAGES.map((language) => ({ language, messages: readLocale(root, language) }));
      const keys = [...readLocale(root, 'en').keys()];
      const pages = PAGES.flatMap((page) => {
        const entry = findEntry(page, bundle);
        return entry === undefined ? [] : [{ page, start: findStartKeys(entry, bundle, keys) }];
      });
      if (pages.length === 0) return;
      const catalogs = locales.flatMap(({ language, messages }): readonly Catalog[] => [
        { name: `texts/${language}/all`, language, messages: pick(messages, (key) => !isOfArea(key)) },
        ...AREAS.map((area) => ({
          name: `texts/${language}/${area}`,
          language,
          messages: pick(messages, (key) => key.startsWith(`${area}.`)),
        })),
        ...pages.map(({ page, start }) => ({
          name: `texts/${language}/${page}`,
          language,
          messages: pick(messages, (key) => start.has(key) && !isOfArea(key)),
        })),
      ]);
      for (const { fileName, code } of await compileCatalogs(catalogs)) {
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}

function findEntry(page: string, bundle: Rollup.OutputBundle): Rollup.OutputChunk | undefined {
  return Object.values(bundle).find(
    (file): file is Rollup.OutputChunk =>
      file.type === 'chunk' && file.isEntry && basename(dirname(file.facadeModuleId ?? '')) === page,
  );
}

/** Returns the keys of texts that the first screen of a page can show, as far as its scripts name them. */
function findStartKeys(
  entry: Rollup.OutputChunk,
  bundle: Rollup.OutputBundle,
  keys: readonly string[],
): ReadonlySet<string> {
  const allKeys = findKeysInChunks(entry, bundle, keys);
  return new Set([...allKeys].filter((key) => !LATER_SECTIONS.has(sectionOf(key))));
}

/** Whether a module can name texts of a first screen. The core only names failures and findings. */
const isOfInterface = (id: string) => !id.includes('/lib/core/');

/**
 * Sections of menus, tooltips and the keyboard help.
 * They never appear on the first screen, whichever script names them.
 */
const LATER_SECTIONS: ReadonlySet<string> = new Set(['compare', 'keys', 'rowMenu', 'statusHint']);

const sectionOf = (key: string) => key.slice(0, key.indexOf('.'));

/** Returns the keys that UI sources name, in a chunk and in the chunks that it imports. */
function findKeysInChunks(
  entry: Rollup.OutputChunk,
  bundle: Rollup.OutputBundle,
  keys: readonly string[],
): ReadonlySet<string> {
  const chunkKeys = new Set<string>();
  const chunks = new Set([entry]);
  for (const chunk of chunks) {
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      if (renderedLength === 0 || id.startsWith('\0') || id.includes('node_modules') || !isOfInterface(id)) continue;
      for (const key of findUsedKeys(readFileSync(id.replace(/\?.*$/, ''), 'utf8'), keys)) chunkKeys.add(key);
    }
    for (const name of chunk.imports) {
      const file = bundle[name];
      if (file?.type === 'chunk') chunks.add(file);
    }
  }
  return chunkKeys;
}

function pick(messages: Messages, isIncluded: (key: string) => boolean): Messages {
  return new Map([...messages].filter(([key]) => isIncluded(key)));
}

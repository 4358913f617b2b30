import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import type { Wxt, WxtDirEntry, WxtHooks } from 'wxt';
import { CATALOG_TYPES, type Catalog, catalogSource, compileCatalogs } from './compile-catalogs';
import { LANGUAGES, type LocaleName, type Messages, readLocale } from './locale-file';
import { isOfNode } from './node-texts';
import { readBackgroundSources } from './read-sources';
import { findingPlaceTypes, structureTypes } from './structure-types';
import { usedKeys } from './used-keys';

type PublicFiles = Parameters<WxtHooks['build:publicAssets']>[1];

/**
 * The pages that load their texts by themselves.
 * What they start with and what they need later are files of their own.
 */
const PAGES = ['panel', 'popup', 'options', 'reference', 'welcome'];

/** A service worker cannot import a script later: the texts of the background are in its own. */
const BACKGROUND = /^virtual:texts\/background\/(\w+)$/;
const isOfBackground = (key: string) => key.startsWith('background.') || key === 'manifest.name';

/** What the browser itself shows, and which of the languages it chose: all that `_locales` has. */
const isOfManifest = (key: string) => key.startsWith('manifest.') || key === 'language.tag';

/** Only pages that name findings show them: the background sends none. */
const isOfFinding = (key: string) => key.startsWith('findings.');

/** Adds to `.wxt` the types of the messages, and the English ones that plain Node takes. */
export function writeStructure({ config }: Wxt, entries: WxtDirEntry[]): void {
  const messages = readLocale(config.root, 'en');
  const generated = {
    'structure.d.ts': structureTypes(messages),
    'finding-places.d.ts': findingPlaceTypes(messages),
    'english-findings.js': catalogSource({ language: 'en', messages: pick(messages, isOfFinding) }),
    'english-findings.d.ts': CATALOG_TYPES,
    'english.js': catalogSource({ language: 'en', messages: pick(messages, isOfNode) }),
    'english.d.ts': CATALOG_TYPES,
  };
  for (const [name, text] of Object.entries(generated))
    entries.push({ path: `i18n/${name}`, text, tsReference: false });
}

/** Adds `_locales`, and for the development server all texts of each page: it bundles nothing, so nothing is split. */
export async function addLocaleFiles({ config }: Wxt, files: PublicFiles): Promise<void> {
  for (const language of LANGUAGES) {
    const ofBrowser = pick(readLocale(config.root, language), isOfManifest);
    const messages = [...ofBrowser].map(([key, message]) => [key.replaceAll('.', '_'), { message }]);
    const contents = JSON.stringify(Object.fromEntries(messages), null, 2);
    files.push({ relativeDest: `_locales/${language}/messages.json`, contents });
  }
  if (config.command === 'build') return;
  const catalogs = LANGUAGES.flatMap((language) =>
    PAGES.flatMap((page) => catalogsOf(page, language, readLocale(config.root, language), () => true)),
  );
  for (const { fileName, code } of await compileCatalogs(catalogs))
    files.push({ relativeDest: fileName, contents: code });
}

/** Gives each page the texts that its scripts name, in a file of each language. */
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
      let ofBackground: ReadonlySet<string> | undefined;
      const catalogs = PAGES.flatMap((page) => {
        const entry = entryOf(page, bundle);
        if (entry === undefined) return [];
        ofBackground ??= usedKeys(readBackgroundSources(root), keys);
        const { whole, start } = keysOfPage(entry, bundle, keys);
        const isWanted = (key: string) => whole.has(key) || (ofBackground?.has(key) === true && !isOfFinding(key));
        return locales.flatMap(({ language, messages }) =>
          catalogsOf(page, language, pick(messages, isWanted), (key) => start.has(key)),
        );
      });
      if (catalogs.length === 0) return;
      for (const { fileName, code } of await compileCatalogs(catalogs)) {
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}

function entryOf(page: string, bundle: Rollup.OutputBundle): Rollup.OutputChunk | undefined {
  return Object.values(bundle).find(
    (file): file is Rollup.OutputChunk =>
      file.type === 'chunk' && file.isEntry && basename(dirname(file.facadeModuleId ?? '')) === page,
  );
}

interface PageKeys {
  /** All that the page can show. */
  readonly whole: ReadonlySet<string>;
  /** What its first screen can show. */
  readonly start: ReadonlySet<string>;
}

function keysOfPage(entry: Rollup.OutputChunk, bundle: Rollup.OutputBundle, keys: readonly string[]): PageKeys {
  const named = keysOfChunks(bundle, entry, ({ imports }) => imports, keys, isOfInterface);
  return {
    whole: keysOfChunks(bundle, entry, ({ imports, dynamicImports }) => [...imports, ...dynamicImports], keys),
    start: new Set([...named].filter((key) => !LATER_SECTIONS.has(sectionOf(key)))),
  };
}

/** What the core names are failures and findings, none of which is on a first screen. */
const isOfInterface = (id: string) => !id.includes('/lib/core/');

/**
 * Sections of menus, tooltips and the key help.
 * They appear only after the first screen, whichever script names them.
 */
const LATER_SECTIONS: ReadonlySet<string> = new Set(['compare', 'keys', 'rowMenu', 'statusHint']);

const sectionOf = (key: string) => key.slice(0, key.indexOf('.'));

function catalogsOf(
  page: string,
  language: LocaleName,
  messages: Messages,
  isOfStart: (key: string) => boolean,
): readonly Catalog[] {
  const name = `texts/${language}/${page}`;
  return [
    { name, language, messages: pick(messages, isOfStart) },
    { name: `${name}-later`, language, messages: pick(messages, (key) => !isOfStart(key)) },
  ];
}

/** The keys that the sources of a chunk name, and those of the chunks that it leads to. */
function keysOfChunks(
  bundle: Rollup.OutputBundle,
  entry: Rollup.OutputChunk,
  next: (chunk: Rollup.OutputChunk) => readonly string[],
  keys: readonly string[],
  isCounted = (_: string) => true,
): ReadonlySet<string> {
  const found = new Set<string>();
  const chunks = new Set([entry]);
  for (const chunk of chunks) {
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      if (renderedLength === 0 || id.startsWith('\0') || id.includes('node_modules') || !isCounted(id)) continue;
      for (const key of usedKeys(readFileSync(id.replace(/\?.*$/, ''), 'utf8'), keys)) found.add(key);
    }
    for (const name of next(chunk)) {
      const file = bundle[name];
      if (file?.type === 'chunk') chunks.add(file);
    }
  }
  return found;
}

function pick(messages: Messages, isWanted: (key: string) => boolean): Messages {
  return new Map([...messages].filter(([key]) => isWanted(key)));
}

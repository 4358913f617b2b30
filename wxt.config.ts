import preact from '@preact/preset-vite';
import { mergeConfig, type Plugin, type Rolldown } from 'vite';
import { defineConfig } from 'wxt';
import { createLicenseCollector, LICENSES_FILE } from './build/third-party-licenses';

/** Hosts that are watched without asking: a developer's own machine. Every other site is asked for, one by one. */
const LOCAL_HOSTS = ['http://localhost/*', 'http://127.0.0.1/*'];

/**
 * What our own pages may load. Requests go to the providers, registries and collectors that a user names; nothing is loaded
 * from anywhere, so that a text of a page that came to be HTML could not send anything by an image.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self' http: https:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const PANEL = 'panel';

const PAGE_HOOK = 'page-hook';
const PAGE_SCRIPTS = [PAGE_HOOK, 'relay'];

/** Properties of the page hook's own objects, which may be renamed: none is a name of the page's or of a report. */
const OWN_PROPERTIES =
  /^(active|ancestors|called|channel|emitted|ended|firing|flush|found|greet|hush|isAsync|isGzip|isTaken|keepListening|left|lookAgain|onOrder|page|part|report|reports|returned|running|sdks|sending|tell|threw)$/;

/** `#i18n`, as the module writes it, with a type that is quick to check (`build/i18n/typed-messages.ts`). */
const WORDS = `import { createI18n } from '@wxt-dev/i18n';
import type { GeneratedI18nStructure } from '#i18n/structure';
import type { TypedWords } from '#build/i18n/typed-messages';

export const i18n: TypedWords<GeneratedI18nStructure> = createI18n();

export type { GeneratedI18nStructure };
`;

/** The pages that need a module to start; none for what is loaded later. */
function startsOf(id: string, context: Rolldown.ChunkingContext): readonly string[] {
  const seen = new Set([id]);
  for (const each of seen) for (const importer of context.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  return [...seen].filter((each) => context.getModuleInfo(each)?.isEntry);
}

/**
 * What is loaded beside a part of a page: its styles, as it must not be seen without them. Its scripts lie on this
 * machine and come when they are imported; their names would only make the page larger that may ask for the part.
 */
function loadedAhead(_: string, files: string[], { hostType }: { readonly hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'));
}

/** Starts a page script and no more: what WXT wraps around it tells its developers of a crash, and is bytes in every frame. */
const bareStart: Plugin = {
  name: 'bare-start',
  transform(code, id) {
    if (!id.includes('virtual:wxt-unlisted-script-entrypoint')) return null;
    const [imported] = /^import definition from .*$/m.exec(code) ?? [];
    if (imported === undefined) throw new Error('WXT starts unlisted scripts in another way now.');
    return `${imported}\ndefinition.main();`;
  },
};

const licenses = createLicenseCollector(import.meta.dirname);

export default defineConfig({
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module'],
  imports: false,
  manifestVersion: 3,
  vite: () => ({
    plugins: [preact(), licenses.plugin],
    build: { target: 'es2022', modulePreload: { polyfill: false, resolveDependencies: loadedAhead } },
  }),
  hooks: {
    // `imports: false` only takes away the types: names like `storage` would still pull WXT's own helpers in.
    'config:resolved': ({ config }) => {
      config.imports.presets = [];
    },
    'prepare:types': (_, entries) => {
      const words = entries.find((entry) => 'path' in entry && entry.path.endsWith('i18n/index.ts'));
      if (words === undefined || !('text' in words)) throw new Error('The i18n module writes its index elsewhere now.');
      words.text = WORDS;
    },
    'build:publicAssets': ({ config }, files) => {
      if (config.command === 'build') files.push({ relativeDest: LICENSES_FILE, contents: licenses.text() });
    },
    'vite:build:extendConfig': (entrypoints, config) => {
      // In one file what only the panel starts with: a file more for all that it shares with a part that is loaded later
      // would make them larger, and there are many.
      if (entrypoints.some(({ name }) => name === PANEL)) {
        const name = (id: string, context: Rolldown.ChunkingContext) => {
          const [page, other] = startsOf(id, context);
          return page?.includes(`/${PANEL}/`) && other === undefined ? `${PANEL}-start` : null;
        };
        const output = {
          codeSplitting: { groups: [{ name, debugName: PANEL, includeDependenciesRecursively: false }] },
        };
        config.build = mergeConfig(config.build ?? {}, { rolldownOptions: { output } });
      }
      // Slower, and 3 % smaller than the default minifier: worth it where a script runs in every frame of a page.
      if (!entrypoints.some(({ name }) => PAGE_SCRIPTS.includes(name))) return;
      config.plugins = [...(config.plugins ?? []), bareStart];
      config.build = {
        ...config.build,
        minify: 'terser',
        // WXT takes the global name off only where the function stands in parentheses.
        terserOptions: {
          ecma: 2020,
          compress: { passes: 6, inline: 1, toplevel: true, unsafe_arrows: true, hoist_funs: true },
          mangle: entrypoints.some(({ name }) => name === PAGE_HOOK) ? { properties: { regex: OWN_PROPERTIES } } : true,
          format: { wrap_iife: true },
        },
      };
    },
  },
  manifest: ({ browser, command }) => ({
    default_locale: 'en',
    name: '__MSG_manifest_name__',
    short_name: '__MSG_manifest_shortName__',
    description: '__MSG_manifest_description__',
    // Header rules take it required: granted later, Chromium never answers a change of rules. It warns of nothing, and
    // changes requests only to hosts that the person gave.
    permissions: ['storage', 'scripting', 'alarms', 'activeTab', 'declarativeNetRequestWithHostAccess'],
    host_permissions: LOCAL_HOSTS,
    // The server of `npm run dev` hands out scripts and styles from an address of its own.
    ...(command === 'serve' ? {} : { content_security_policy: { extension_pages: PAGE_POLICY } }),
    commands: {
      'next-entity': {
        suggested_key: { default: 'Alt+Shift+E' },
        description: '__MSG_manifest_nextEntity__',
      },
    },
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    action: { default_title: '__MSG_manifest_name__' },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: '{b4f96dcf-0dd0-4ec3-b388-b36fdffd25b3}',
              // The first that knows `data_collection_permissions` on desktop and Android: without it the linter warns.
              strict_min_version: '142.0',
              // A log-in sends user id and password to the identity provider that the user entered.
              data_collection_permissions: { required: ['authenticationInfo'] },
            },
          },
        }
      : { minimum_chrome_version: '120' }),
  }),
});

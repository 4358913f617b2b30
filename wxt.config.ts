import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { addLocaleFiles, textsPlugin, writeStructure } from './build/i18n/extension-texts';
import { offlineSchemas } from './build/offline-schemas';
import { selectPreloads, startPanelInOneFile } from './build/panel-chunks';
import { SCRIPT_TARGET } from './build/script-target';
import { shrinkBackground } from './build/small-background';
import { shrinkPageScripts } from './build/small-page-scripts';
import { createLicenseCollector, LICENSES_FILE } from './build/third-party-licenses';
import { withoutAutoImports } from './build/without-auto-imports';
import { isPublished } from './lib/core/report/published-url';
import packageJson from './package.json' with { type: 'json' };

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

const licenses = createLicenseCollector(import.meta.dirname);

export default defineConfig({
  modules: ['@wxt-dev/webextension-polyfill'],
  imports: false,
  manifestVersion: 3,
  vite: () => ({
    plugins: [preact(), offlineSchemas(), licenses.plugin, textsPlugin(import.meta.dirname)],
    build: { target: SCRIPT_TARGET, modulePreload: { polyfill: false, resolveDependencies: selectPreloads } },
  }),
  hooks: {
    'config:resolved': withoutAutoImports,
    'prepare:types': writeStructure,
    'build:publicAssets': async (wxt, files) => {
      await addLocaleFiles(wxt, files);
      if (wxt.config.command === 'build') files.push({ relativeDest: LICENSES_FILE, contents: licenses.text() });
    },
    'vite:build:extendConfig': (entrypoints, config) => {
      startPanelInOneFile(entrypoints, config);
      shrinkPageScripts(entrypoints, config);
      shrinkBackground(entrypoints, config);
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
    ...(isPublished(packageJson.homepage) ? { homepage_url: packageJson.homepage } : {}),
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

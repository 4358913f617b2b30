import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';

/** Hosts that are watched without asking: a developer's own machine. Every other site is asked for, one by one. */
const LOCAL_HOSTS = ['http://localhost/*', 'http://127.0.0.1/*'];

const PAGE_SCRIPTS = ['page-hook', 'relay'];

export default defineConfig({
  modules: ['@wxt-dev/webextension-polyfill'],
  imports: false,
  manifestVersion: 3,
  vite: () => ({ plugins: [preact()], build: { target: 'es2022' } }),
  hooks: {
    'vite:build:extendConfig': (entrypoints, config) => {
      // Slower, and 3 % smaller than the default minifier: worth it where a script runs in every frame of a page.
      if (!entrypoints.some(({ name }) => PAGE_SCRIPTS.includes(name))) return;
      config.build = {
        ...config.build,
        minify: 'terser',
        terserOptions: { ecma: 2020, compress: { passes: 3 }, format: { wrap_iife: true } },
      };
    },
  },
  manifest: ({ browser }) => ({
    name: 'Telemetry V3 DevTools',
    short_name: 'Telemetry V3',
    description: 'Watch, validate and fire V3 telemetry events, and act as the test entities of a registry.',
    // Header rules take it required: granted later, Chromium never answers a change of rules. It warns of nothing, and
    // changes requests only to hosts that the person gave.
    permissions: ['storage', 'scripting', 'alarms', 'activeTab', 'declarativeNetRequestWithHostAccess'],
    host_permissions: LOCAL_HOSTS,
    commands: {
      'next-entity': {
        suggested_key: { default: 'Alt+Shift+E' },
        description: 'Act as the next test entity of the environment',
      },
    },
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    action: { default_title: 'Telemetry V3 DevTools' },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'telemetry-v3-devtools@localhost.invalid',
              strict_min_version: '128.0',
              data_collection_permissions: { required: ['none'] },
            },
          },
        }
      : { minimum_chrome_version: '120' }),
  }),
});

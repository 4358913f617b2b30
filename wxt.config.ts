import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';

/** Hosts that are watched without asking: a developer's own machine. Every other site is asked for, one by one. */
const LOCAL_HOSTS = ['http://localhost/*', 'http://127.0.0.1/*'];

export default defineConfig({
  modules: ['@wxt-dev/webextension-polyfill'],
  imports: false,
  manifestVersion: 3,
  vite: () => ({ plugins: [preact()], build: { target: 'es2022' } }),
  manifest: ({ browser }) => ({
    name: 'Telemetry V3 DevTools',
    short_name: 'Telemetry V3',
    description: 'Watch, validate and fire V3 telemetry events, and act as the test entities of a registry.',
    permissions: ['storage', 'scripting', 'alarms', 'activeTab'],
    host_permissions: LOCAL_HOSTS,
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

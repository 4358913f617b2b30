import '../../demo/prepare-wxt.js';
import '../drivers/english';
import { defineConfig } from '@playwright/test';
import { playwrightDefaults } from '../runner/playwright-defaults';

// Without it, Playwright does not see the real popup (undocumented; Playwright's version is pinned).
process.env.PW_CHROMIUM_ATTACH_TO_OTHER = '1';

export default defineConfig<object, { pathPrefix: string }>({
  ...playwrightDefaults,
  testDir: '.',
  outputDir: '../../test-results/keycloak',
  reporter: [['list'], ['json', { outputFile: '../../.output/test-reports/keycloak.json' }]],
  projects: [
    { name: 'Keycloak under /auth', use: { pathPrefix: '/auth' } },
    { name: 'Keycloak at the root', use: { pathPrefix: '' } },
  ],
});

import '../../demo/prepare-wxt.js';
import '../drivers/english';
import { defineConfig } from '@playwright/test';
import { failureEvidence } from '../runner/failure-evidence';

// Playwright sees the real popup only with it (undocumented; Playwright's version is pinned).
process.env.PW_CHROMIUM_ATTACH_TO_OTHER = '1';

export default defineConfig<object, { pathPrefix: string }>({
  testDir: '.',
  outputDir: '../../test-results/keycloak',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: failureEvidence,
  reporter: [['list'], ['json', { outputFile: '../../.output/test-reports/keycloak.json' }]],
  projects: [
    { name: 'Keycloak under /auth', use: { pathPrefix: '/auth' } },
    { name: 'Keycloak at the root', use: { pathPrefix: '' } },
  ],
});

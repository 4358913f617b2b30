import './demo/prepare-wxt.js';
import './tests/drivers/english';
import { defineConfig } from '@playwright/test';
import { failureEvidence } from './tests/runner/failure-evidence';

// Playwright sees devtools:// pages and the real popup only with it (undocumented; Playwright's version is pinned).
process.env.PW_CHROMIUM_ATTACH_TO_OTHER = '1';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // A real browser with DevTools takes two processors by itself: two at a time save a quarter, and cost the tests their calm.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: failureEvidence,
  reporter: [['list'], ['json', { outputFile: '.output/test-reports/e2e.json' }]],
});

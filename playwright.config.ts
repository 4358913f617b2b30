import './demo/prepare-wxt.js';
import './tests/drivers/english';
import { defineConfig } from '@playwright/test';
import { playwrightDefaults } from './tests/runner/playwright-defaults';

// Playwright sees devtools:// pages and the real popup only with it (undocumented; Playwright's version is pinned).
process.env.PW_CHROMIUM_ATTACH_TO_OTHER = '1';

// Two runs beside each other write reports and evidence of their own.
const report = process.env.E2E_REPORT ?? 'e2e';

export default defineConfig({
  ...playwrightDefaults,
  testDir: 'tests/e2e',
  // A test waits for timers and frames of the browser most of its time: two at a time use what one leaves of the processors.
  workers: 2,
  outputDir: `test-results/${report}`,
  reporter: [['list'], ['json', { outputFile: `.output/test-reports/${report}.json` }]],
});

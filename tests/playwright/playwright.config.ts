import '../../demo/prepare-wxt.js';
import { existsSync } from 'node:fs';
import { defineConfig, firefox, type Project, webkit } from '@playwright/test';
import { playwrightDefaults } from '../runner/playwright-defaults';

/** Stands for the tests in a browser that is not there, and says so. */
const NOT_RUN = 'not-run.spec.ts';

/** Playwright's own build of a browser, which the CI workflow downloads. */
function ownBuild(name: string, browser: typeof firefox): Project {
  const isHere = existsSync(browser.executablePath());
  return {
    name,
    use: { browserName: browser.name() as 'firefox' | 'webkit' },
    ...(isHere ? { testIgnore: NOT_RUN } : { testMatch: NOT_RUN }),
  };
}

export default defineConfig({
  ...playwrightDefaults,
  testDir: '.',
  // One for all browsers and systems: what an SDK emits is the same in each.
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  outputDir: '../../test-results/playwright',
  globalSetup: './build-page-script.ts',
  reporter: [['list'], ['json', { outputFile: '../../.output/test-reports/playwright.json' }]],
  projects: [
    {
      name: 'Chromium',
      testIgnore: NOT_RUN,
      use: { browserName: 'chromium' },
    },
    ownBuild('Firefox', firefox),
    ownBuild('WebKit', webkit),
  ],
});

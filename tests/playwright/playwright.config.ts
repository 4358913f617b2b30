import '../../demo/prepare-wxt.js';
import { existsSync } from 'node:fs';
import { defineConfig, firefox, type Project, webkit } from '@playwright/test';
import { playwrightDefaults } from '../runner/playwright-defaults';

/** The test file that replaces all others in a browser that is not installed, and reports why. */
const NOT_RUN_SPEC = 'not-run.spec.ts';

/** A project for Playwright's build of a browser, which the CI workflow downloads. */
function playwrightBuild(name: string, browser: typeof firefox): Project {
  const isInstalled = existsSync(browser.executablePath());
  return {
    name,
    use: { browserName: browser.name() as 'firefox' | 'webkit' },
    ...(isInstalled ? { testIgnore: NOT_RUN_SPEC } : { testMatch: NOT_RUN_SPEC }),
  };
}

export default defineConfig({
  ...playwrightDefaults,
  testDir: '.',
  // The path is the same for all browsers and systems, because an SDK emits the same events in each.
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  outputDir: '../../test-results/playwright',
  globalSetup: './build-page-script.ts',
  reporter: [['list'], ['json', { outputFile: '../../.output/test-reports/playwright.json' }]],
  projects: [
    {
      name: 'Chromium',
      testIgnore: NOT_RUN_SPEC,
      use: { browserName: 'chromium' },
    },
    playwrightBuild('Firefox', firefox),
    playwrightBuild('WebKit', webkit),
  ],
});

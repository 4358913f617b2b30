import '../../demo/prepare-wxt.js';
import { existsSync } from 'node:fs';
import { defineConfig, firefox, type Project, webkit } from '@playwright/test';
import { playwrightDefaults } from '../runner/playwright-defaults';

/** The test file that replaces all others in a browser that is not installed, and reports why. */
const NOT_RUN_SPEC = 'not-run.spec.ts';

/** Playwright's own build of a browser, which the CI workflow downloads. */
function ownBuild(name: string, browser: typeof firefox): Project {
  const isHere = existsSync(browser.executablePath());
  return {
    name,
    use: { browserName: browser.name() as 'firefox' | 'webkit' },
    ...(isHere ? { testIgnore: NOT_RUN_SPEC } : { testMatch: NOT_RUN_SPEC }),
  };
}

export default defineConfig({
  ...playwrightDefaults,
  testDir: '.',
  // The path is the same for all browsers and systems, as an SDK emits the same in each.
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
    ownBuild('Firefox', firefox),
    ownBuild('WebKit', webkit),
  ],
});

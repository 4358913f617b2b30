import { existsSync, readFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { type Collector, startCollector } from '#demo/collector/collector';
import { createTelemetryFixtures, type TelemetryTestFixtures } from '#node/playwright/telemetry-fixtures';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { type Pages, startPages } from '../e2e/pages/server';

export const PAGE_SCRIPT_FILE = '.output/playwright/page-script.js';

interface WorkerArgs {
  /** A real collector, whose URL is in the pages. */
  readonly collectorServer: Collector;
  readonly pages: Pages;
}

/** The fixtures of the package, created from its sources. */
export const watchedFixtures = createTelemetryFixtures(
  // The file is built before the first worker starts. The main process, which only lists the tests, does not need it.
  existsSync(PAGE_SCRIPT_FILE) ? readFileSync(PAGE_SCRIPT_FILE, 'utf8') : '',
);

/** Test with pages that have the real SDKs, and a collector that is emptied before each test. */
export const pagesTest = base.extend<{ readonly emptyCollector: null }, WorkerArgs>({
  // Not in a configuration file, because tools that only list the tests would install a browser.
  launchOptions: [
    async ({ browserName, launchOptions }, use) =>
      use(browserName === 'chromium' ? { ...launchOptions, executablePath: requireChromium().path } : launchOptions),
    { scope: 'worker' },
  ],
  collectorServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
    async ({}, use) => {
      const collector = await startCollector();
      await use(collector);
      await collector.stop();
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({ collectorServer }, use) => {
      const pages = await startPages(collectorServer.url);
      await use(pages);
      await pages.stop();
    },
    { scope: 'worker' },
  ],
  emptyCollector: [
    async ({ collectorServer }, use) => {
      collectorServer.forget();
      await use(null);
    },
    { auto: true },
  ],
});

export const test = pagesTest.extend<TelemetryTestFixtures>(watchedFixtures);

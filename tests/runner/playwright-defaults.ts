import type { PlaywrightTestConfig } from '@playwright/test';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from '../drivers/time-limits';

/**
 * Settings of all Playwright configurations: one worker, no retries, and screenshots of each page when a test fails.
 * No traces: recording them takes a fifteenth of the time of the end-to-end tests. `--trace retain-on-failure` turns
 * them on, with snapshots. These inject scripts into pages, so that tests that compare pages with those of a browser
 * without the extension may fail.
 */
export const playwrightDefaults = {
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: WAIT_TIMEOUT_MS },
  use: { screenshot: 'only-on-failure' },
} satisfies PlaywrightTestConfig;

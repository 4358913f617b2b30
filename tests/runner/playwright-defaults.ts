import type { PlaywrightTestConfig } from '@playwright/test';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from '../drivers/time-limits';

/**
 * Settings of all Playwright configurations: one worker, no retries, and screenshots of each page when a test fails.
 * Traces are off, because recording takes a fifteenth of the time of the end-to-end tests. With
 * `--trace retain-on-failure`, snapshots inject scripts into pages. Tests that compare these pages with pages in a
 * browser without the extension may then fail.
 */
export const playwrightDefaults = {
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: WAIT_TIMEOUT_MS },
  use: { screenshot: 'only-on-failure' },
} satisfies PlaywrightTestConfig;

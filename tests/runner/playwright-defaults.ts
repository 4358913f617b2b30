import type { PlaywrightTestConfig, PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from '../drivers/time-limits';

/**
 * What a failed test leaves in `test-results`: a picture of each page and of DevTools, and a trace of each browser, those
 * that a test starts by itself too. The trace takes no snapshots: they put scripts into the pages, which the tests compare
 * with pages of a browser that has no extension.
 */
const failureEvidence: Pick<PlaywrightTestOptions & PlaywrightWorkerOptions, 'screenshot' | 'trace'> = {
  screenshot: 'only-on-failure',
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
};

/** What each of our Playwright configurations has: one worker, no retries, evidence of what failed. */
export const playwrightDefaults = {
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: WAIT_TIMEOUT_MS },
  use: failureEvidence,
} satisfies PlaywrightTestConfig;

import type { PlaywrightTestConfig, PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from '../drivers/time-limits';

/**
 * Artifacts of a failed test in `test-results`.
 * These are a picture of each page and of DevTools, and a trace of each browser, including those that a test starts.
 * Traces contain no snapshots: these inject scripts into pages, which tests compare with pages of a browser without the
 * extension.
 */
const failureEvidence: Pick<PlaywrightTestOptions & PlaywrightWorkerOptions, 'screenshot' | 'trace'> = {
  screenshot: 'only-on-failure',
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
};

/** Settings of all Playwright configurations: one worker, no retries, artifacts of failures. */
export const playwrightDefaults = {
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: WAIT_TIMEOUT_MS },
  use: failureEvidence,
} satisfies PlaywrightTestConfig;

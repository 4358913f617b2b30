import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

/**
 * What a failed test leaves in `test-results`: a picture of each page and of DevTools, and a trace of each browser, those
 * that a test starts by itself too. The trace takes no snapshots: they put scripts into the pages, which the tests compare
 * with pages of a browser that has no extension.
 */
export const failureEvidence: Pick<PlaywrightTestOptions & PlaywrightWorkerOptions, 'screenshot' | 'trace'> = {
  screenshot: 'only-on-failure',
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
};

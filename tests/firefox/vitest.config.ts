import '../../demo/prepare-wxt.js';
import { defineConfig } from 'vitest/config';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from '../drivers/time-limits.ts';

/**
 * Real Firefox with the built extension, and pages with the injected hook in Firefox and WebKit.
 * Run `npm run build:firefox` first.
 */
export default defineConfig({
  test: {
    setupFiles: ['tests/drivers/english.ts'],
    include: ['tests/firefox/**/*.test.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    fileParallelism: false,
  },
});

import { defineConfig } from 'vitest/config';
import { TEST_TIMEOUT_MS } from '../drivers/time-limits.ts';

/**
 * The packages for the stores, built twice: `npm run test:packages`.
 * Installs the dependencies once more.
 */
export default defineConfig({
  test: {
    include: ['tests/packages/**/*.test.ts'],
    globalSetup: ['tests/packages/build-package.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 600_000,
    fileParallelism: false,
    // What a command printed is the only trace of its failure in CI.
    chaiConfig: { truncateThreshold: 0 },
  },
});

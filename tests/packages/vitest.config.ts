import { defineConfig } from 'vitest/config';
import { TEST_TIMEOUT_MS } from '../drivers/time-limits.ts';

/**
 * Tests of the packages for npm and the stores: `npm run test:packages`.
 * Builds the store packages twice, the second time with newly installed dependencies.
 */
export default defineConfig({
  test: {
    include: ['tests/packages/**/*.test.ts'],
    globalSetup: ['tests/packages/build-package.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 600_000,
    fileParallelism: false,
    // In CI, the output of a failed command is the only trace of its failure.
    chaiConfig: { truncateThreshold: 0 },
  },
});

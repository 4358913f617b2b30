import { defineConfig } from 'vitest/config';

/**
 * The packages for the stores, built twice: `npm run test:packages`.
 * Installs the dependencies once more.
 */
export default defineConfig({
  test: {
    include: ['tests/packages/**/*.test.ts'],
    globalSetup: ['tests/packages/build-package.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    // What a command printed is the only trace of its failure in CI.
    chaiConfig: { truncateThreshold: 0 },
  },
});

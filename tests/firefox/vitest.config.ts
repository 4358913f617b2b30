import '../../demo/prepare-wxt.js';
import { defineConfig } from 'vitest/config';

/** Real Firefox with the built extension: `npm run test:firefox`, after `npm run build:firefox`. */
export default defineConfig({
  test: {
    setupFiles: ['tests/drivers/english.ts'],
    include: ['tests/firefox/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});

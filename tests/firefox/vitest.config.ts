import '../../demo/prepare-wxt.js';
import { defineConfig } from 'vitest/config';

/** Real Firefox with the built extension, and pages with the injected hook in Firefox and WebKit. Run `npm run build:firefox` before. */
export default defineConfig({
  test: {
    setupFiles: ['tests/drivers/english.ts'],
    include: ['tests/firefox/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});

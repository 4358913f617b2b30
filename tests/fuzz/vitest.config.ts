import '../../demo/prepare-wxt.js';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

const MIN_TARGET_MS = 60_000;
/** Ten times what the slowest target needs per case. */
const MAX_CASE_MS = 10;
const maxTargetMs = Math.max(MIN_TARGET_MS, Number(process.env.FUZZ_RUNS ?? 0) * MAX_CASE_MS);

/** Fuzz targets: `npm run fuzz -- --runs 1000000`. */
export default defineConfig({
  root: projectFolder,
  resolve: { alias: { '#i18n': `${projectFolder}.wxt/i18n/index.ts` } },
  test: {
    setupFiles: ['tests/drivers/english.ts'],
    include: ['tests/fuzz/**/*.fuzz.ts'],
    pool: 'threads',
    maxWorkers: '100%',
    testTimeout: maxTargetMs,
  },
});

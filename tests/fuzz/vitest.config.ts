import '../../demo/prepare-wxt.js';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

const MIN_TARGET_MS = 200_000;
/** Many times the duration of the slowest case, to allow for a busy machine. */
const MAX_CASE_MS = 20;

/** Fuzz targets: `npm run fuzz -- --runs 1000000`. */
export default defineConfig({
  root: projectFolder,
  test: {
    setupFiles: ['tests/drivers/english.ts'],
    include: ['tests/fuzz/**/*.fuzz.ts'],
    pool: 'threads',
    // Targets share no state, so modules are loaded once.
    isolate: false,
    experimental: { fsModuleCache: true },
    maxWorkers: '100%',
    testTimeout: Math.max(MIN_TARGET_MS, Number(process.env.FUZZ_RUNS ?? 0) * MAX_CASE_MS),
  },
});

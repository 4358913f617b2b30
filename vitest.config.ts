import './demo/prepare-wxt.js';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vitest/config';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from './tests/drivers/time-limits.ts';

/** A test in which nothing was expected, because a list was empty or a condition false, fails. */
const strict = { requireAssertions: true, poll: { timeout: WAIT_TIMEOUT_MS } };
const setupFiles = ['tests/drivers/english.ts'];
/** What they load replaces built-ins for good, which other files of the same process would get. */
const CHANGE_GLOBALS = ['tests/unit/page/hook/zone-promises.test.ts'];

export default defineConfig({
  test: {
    // A file has a thread of its own, not a process, and no processor is spared: half the time on a machine of two.
    pool: 'threads',
    maxWorkers: '100%',
    // A file is transformed again only when it changed: an eighth of the time of the unit tests.
    experimental: { fsModuleCache: true },
    projects: [
      {
        // Without a DOM there is nothing that one file leaves to the next, and each module is loaded once.
        test: {
          name: 'unit',
          environment: 'node',
          // Node reports CPU time per process; growth tests measure it.
          pool: 'forks',
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: strict,
          setupFiles: [...setupFiles, 'tests/unit/setup.ts'],
          include: ['tests/unit/**/*.test.ts'],
          exclude: CHANGE_GLOBALS,
        },
      },
      {
        test: {
          name: 'unit-alone',
          environment: 'node',
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: strict,
          setupFiles,
          include: CHANGE_GLOBALS,
        },
      },
      {
        // About the tree as a whole: its imports, texts, documents and commands. Some run the compiler or `wxt prepare`.
        test: {
          name: 'source',
          environment: 'node',
          pool: 'forks',
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: strict,
          setupFiles,
          include: ['tests/source/**/*.test.ts'],
        },
      },
      {
        plugins: [preact()],
        // Each module is loaded once, which halves the time. `setup.ts` takes away what a test leaves.
        test: {
          name: 'component',
          environment: 'happy-dom',
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: strict,
          globalSetup: ['tests/drivers/provide-english.ts'],
          setupFiles: ['tests/component/english.ts', 'tests/component/setup.ts'],
          include: ['tests/component/**/*.test.tsx'],
        },
      },
    ],
  },
});

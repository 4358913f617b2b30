import { defineConfig } from '@playwright/test';

/** Configuration of the test run by which `reporter.spec.ts` tests the reporter. */
export default defineConfig({
  testMatch: 'reported-tests.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  outputDir: '../../../test-results/reported',
  reporter: [
    ['list'],
    [
      '../../../lib/node/playwright/reporter/telemetry-reporter.ts',
      { report: [`${process.env.REPORTED_FOLDER}/telemetry.json`, `${process.env.REPORTED_FOLDER}/telemetry.html`] },
    ],
  ],
  projects: [{ name: 'One' }, { name: 'Two' }],
});

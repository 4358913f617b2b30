import { defineConfig } from '@playwright/test';

const url = `http://127.0.0.1:${process.env.PORT ?? 4321}`;

export default defineConfig({
  testDir: 'tests',
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['telemetry-v3/playwright-reporter', { report: ['telemetry.html', 'telemetry.xml'] }]],
  use: {
    baseURL: url,
    // Playwright's own Chromium, unless this names another one.
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
  webServer: { command: 'node server.js', url, reuseExistingServer: !process.env.CI },
});

import { expect, onTestFinished, test, vi } from 'vitest';

test.each(['../playwright/playwright.config', '../playwright/reported/reported.config'])(
  '%s is read without looking for a browser',
  async (path) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('CHROMIUM_PATH', '/nowhere');
    expect((await import(path)).default.projects.length).toBeGreaterThan(0);
  },
);

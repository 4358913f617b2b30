import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { resetBrowser } from '#tests/drivers/browser/reset-browser';
import { defaultFolder, launch, test } from './fixtures';

/**
 * Starts a browser of the calling file, with a copy of the built extension that `change` edits, and resets it between
 * tests. Call it once, while the file loads. Returns a function for the browser, to be called in tests.
 */
export function launchChangedBuild(change: (folder: string) => Promise<void>): () => LaunchedBrowser {
  let folder = '';
  let browser: LaunchedBrowser | null = null;
  const launched = (): LaunchedBrowser => {
    if (browser === null) throw new Error('The browser is asked for before its file’s tests.');
    return browser;
  };
  test.beforeAll(async ({ headless }) => {
    folder = await mkdtemp(join(tmpdir(), 'telemetry-v3-changed-'));
    await cp(defaultFolder, folder, { recursive: true });
    await change(folder);
    browser = await launch(headless ?? true, { extensionFolder: folder });
  });
  test.beforeEach(() => resetBrowser(launched()));
  test.afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return launched;
}

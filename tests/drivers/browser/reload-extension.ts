import type { BrowserContext } from 'playwright';
import { runningWorker } from './extension-worker';
import { type LaunchedBrowser, waitUntilWatching } from './launch';

/**
 * Reloads the extension under the pages that are open, as an update does it, or the developer's own button. Waits until
 * the new worker is there and watches.
 */
export async function reloadExtension({ context, extensionId }: LaunchedBrowser): Promise<void> {
  await switchOnDeveloperMode(context);
  const old = await runningWorker(context, extensionId);
  const next = context.waitForEvent('serviceworker');
  const [worker] = await Promise.all([next, old.evaluate('chrome.runtime.reload()').catch(() => undefined)]);
  await waitUntilWatching(worker);
}

/** Without it Chromium loads an unpacked extension when it starts, and disables it when it is reloaded. */
async function switchOnDeveloperMode(context: BrowserContext): Promise<void> {
  const settings = await context.newPage();
  try {
    await settings.goto('chrome://extensions');
    await settings.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
  } finally {
    await settings.close();
  }
}

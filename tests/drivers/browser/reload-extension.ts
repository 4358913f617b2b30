import type { BrowserContext } from 'playwright';
import { runningWorker } from './extension-worker';
import { type LaunchedBrowser, waitUntilWatching } from './launch';

/**
 * Reloads the extension while pages are open, like an update or the developer's Reload button.
 * Waits until the new worker watches sites.
 */
export async function reloadExtension({ context, extensionId }: LaunchedBrowser): Promise<void> {
  await switchOnDeveloperMode(context);
  const old = await runningWorker(context, extensionId);
  const next = context.waitForEvent('serviceworker');
  const [worker] = await Promise.all([next, old.evaluate('chrome.runtime.reload()').catch(() => undefined)]);
  await waitUntilWatching(worker);
}

/** Enables developer mode. Without it, Chromium disables an unpacked extension when it is reloaded. */
async function switchOnDeveloperMode(context: BrowserContext): Promise<void> {
  const settings = await context.newPage();
  try {
    await settings.goto('chrome://extensions');
    await settings.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
  } finally {
    await settings.close();
  }
}

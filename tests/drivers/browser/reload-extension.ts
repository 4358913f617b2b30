import type { BrowserContext } from 'playwright';
import { findRunningWorker } from './extension-worker';
import { type LaunchedBrowser, waitUntilWatching } from './launch';

/**
 * Reloads the extension while pages are open, like an update or the developer's Reload button.
 * Waits until the new worker watches sites.
 */
export async function reloadExtension({ context, extensionId }: LaunchedBrowser): Promise<void> {
  await enableDeveloperMode(context);
  const oldWorker = await findRunningWorker(context, extensionId);
  const [newWorker] = await Promise.all([
    context.waitForEvent('serviceworker'),
    oldWorker.evaluate('chrome.runtime.reload()').catch(() => undefined),
  ]);
  await waitUntilWatching(newWorker);
}

/** Enables developer mode. Without it, Chromium disables an unpacked extension when it is reloaded. */
async function enableDeveloperMode(context: BrowserContext): Promise<void> {
  const settings = await context.newPage();
  try {
    await settings.goto('chrome://extensions');
    await settings.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
  } finally {
    await settings.close();
  }
}

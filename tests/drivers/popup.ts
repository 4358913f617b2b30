import type { BrowserContext, Page } from 'playwright';
import { findRunningWorker } from './browser/extension-worker';

/**
 * Opens the real popup, as a click on the extension's button does.
 * Waits until it is fully rendered.
 */
export async function openPopup(context: BrowserContext, extensionId: string): Promise<Page> {
  const worker = await findRunningWorker(context, extensionId);
  const isPopup = (page: Page) => page.url().startsWith(`chrome-extension://${extensionId}/popup.html`);
  const [popup] = await Promise.all([
    context.waitForEvent('page', isPopup),
    worker.evaluate('chrome.action.openPopup()'),
  ]);
  await popup.locator('.popup[data-ready]:not(:has(section[aria-busy]))').waitFor();
  return popup;
}

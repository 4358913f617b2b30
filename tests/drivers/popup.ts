import type { BrowserContext, Page } from 'playwright';
import { runningWorker } from './browser/extension-worker';
import { t } from './texts';

/** Opens the real popup, as a click on the extension's button does, and waits until it is rendered with its first field. */
export async function openPopup(
  context: BrowserContext,
  extensionId: string,
  field = t('popup.environment.label'),
): Promise<Page> {
  const worker = await runningWorker(context, extensionId);
  const isPopup = (page: Page) => page.url().startsWith(`chrome-extension://${extensionId}/popup.html`);
  const [popup] = await Promise.all([
    context.waitForEvent('page', isPopup),
    worker.evaluate('chrome.action.openPopup()'),
  ]);
  await popup.getByLabel(field).first().waitFor();
  return popup;
}

import type { BrowserContext, Page, Worker } from 'playwright';
import { t } from './texts';

/** Opens the real popup, as a click on the extension's button does, and waits until it is drawn with its first field. */
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

/** The extension's service worker; woken by one of the extension's own pages where the browser had stopped it. */
async function runningWorker(context: BrowserContext, extensionId: string): Promise<Worker> {
  const isOurs = (worker: Worker) => new URL(worker.url()).host === extensionId;
  const running = context.serviceWorkers().find(isOurs);
  if (running) return running;
  const waker = await context.newPage();
  const [worker] = await Promise.all([
    context.waitForEvent('serviceworker', isOurs),
    waker.goto(`chrome-extension://${extensionId}/popup.html`),
  ]);
  await waker.close();
  return worker;
}

import type { BrowserContext, Worker } from 'playwright';

/**
 * The extension's service worker.
 * Woken by one of the extension's own pages where the browser had stopped it.
 */
export async function runningWorker(context: BrowserContext, extensionId: string): Promise<Worker> {
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

/**
 * Wakes the service worker by one of the extension's own pages, which the background responds to.
 * For one that was just stopped: the browser may still list it, and an evaluation there never returns.
 */
export async function wakeWorker(context: BrowserContext, extensionId: string): Promise<void> {
  const waker = await context.newPage();
  await waker.goto(`chrome-extension://${extensionId}/popup.html`);
  await waker.locator('.popup[data-ready]').waitFor();
  await waker.close();
}

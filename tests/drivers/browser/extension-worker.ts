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

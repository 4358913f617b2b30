import type { BrowserContext, Worker } from 'playwright';

/**
 * Finds the extension's running service worker.
 * Opening an extension page wakes the worker if the browser has stopped it.
 */
export async function findRunningWorker(context: BrowserContext, extensionId: string): Promise<Worker> {
  const isOwnWorker = (worker: Worker) => new URL(worker.url()).host === extensionId;
  const running = context.serviceWorkers().find(isOwnWorker);
  if (running) return running;
  const popup = await context.newPage();
  const [worker] = await Promise.all([
    context.waitForEvent('serviceworker', isOwnWorker),
    popup.goto(`chrome-extension://${extensionId}/popup.html`),
  ]);
  await popup.close();
  return worker;
}

/**
 * Wakes the service worker by an extension page that calls the background.
 * Call after the worker was stopped: the browser may still list a stopped worker, in which an evaluation never returns.
 */
export async function wakeWorker(context: BrowserContext, extensionId: string): Promise<void> {
  const popup = await context.newPage();
  await popup.goto(`chrome-extension://${extensionId}/popup.html`);
  await popup.locator('.popup[data-ready]').waitFor();
  await popup.close();
}

import type { BrowserContext, Page } from 'playwright';

/** Stops every service worker, as the browser does after half a minute of rest, and waits until none runs. */
export async function stopWorkers(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  try {
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    for (;;) {
      const { targetInfos } = await session.send('Target.getTargets');
      if (!targetInfos.some(({ type }) => type === 'service_worker')) return;
    }
  } finally {
    await session.detach();
  }
}

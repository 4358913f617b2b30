import type { BrowserContext, CDPSession, Page } from 'playwright';

/**
 * Stops every service worker, as the browser does after 30 s of idle time.
 * Resolves when each worker has stopped and lost its memory. The browser restarts a worker that gets a message
 * meanwhile. A second stop could end the restarted worker before it handles the message.
 */
export async function stopWorkers(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  try {
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
  } finally {
    await session.detach();
  }
}

/** Waits until a service worker runs again. */
export async function waitForWorker(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  try {
    while (!(await hasWorker(session)));
  } finally {
    await session.detach();
  }
}

async function hasWorker(session: CDPSession): Promise<boolean> {
  const { targetInfos } = await session.send('Target.getTargets');
  return targetInfos.some(({ type }) => type === 'service_worker');
}

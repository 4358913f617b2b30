import type { BrowserContext, CDPSession, Page } from 'playwright';

/**
 * Stops every service worker, as the browser does after half a minute of rest: when this is over, each has stopped and
 * has forgotten what it knew. One that was told something meanwhile is started again by the browser, here as there. To
 * stop it once more would stop it before it has been told, and so again and again for as long as one likes.
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

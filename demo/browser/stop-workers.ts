import type { BrowserContext, CDPSession, Page } from 'playwright';

/**
 * Stops every service worker, as the browser does after half a minute of rest, until none runs.
 * One that is told something while it stops is started again by the browser, so it is told to stop again.
 */
export async function stopWorkers(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  try {
    await session.send('ServiceWorker.enable');
    do await session.send('ServiceWorker.stopAllWorkers');
    while (await hasWorker(session));
  } finally {
    await session.detach();
  }
}

/** Waits until a service worker runs again. */
export async function untilWorker(context: BrowserContext, page: Page): Promise<void> {
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

import type { CDPSession, Frame, Page } from '@playwright/test';
import type { After } from '#core/util/scheduler';

/** How long the browser may take to say whether a renderer has crashed. It need not ask the renderer. */
const REPLY_TIMEOUT_MS = 10_000;

/**
 * Returns which frames of a page have crashed, once Playwright reports a crash.
 * Playwright reports that of a frame in a process of its own (`--site-per-process`) as one of the page. Chromium says of
 * each process whether it has crashed; of a browser without the Chrome DevTools Protocol, the whole page has.
 */
export async function findCrashedFrames(page: Page, frames: readonly Frame[], after: After): Promise<readonly Frame[]> {
  const asked = new Map<Frame, Promise<boolean>>();
  const hasCrashed = (frame: Frame): Promise<boolean> => {
    const known = asked.get(frame);
    if (known) return known;
    const parent = frame.parentFrame();
    const crash = page
      .context()
      .newCDPSession(parent === null ? page : frame)
      .then(
        (session) => askSession(session, after),
        // A frame without a session is in the process of its parent.
        () => (parent === null ? true : hasCrashed(parent)),
      );
    asked.set(frame, crash);
    return crash;
  };
  const crashed = await Promise.all(frames.map(hasCrashed));
  return frames.filter((_, index) => crashed[index]);
}

/** Has a page unload of which a frame has crashed: Playwright navigates it no more. Does nothing where it cannot. */
export async function unloadCrashedPage(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    // It may never respond.
    session.send('Page.navigate', { url: 'about:blank' }).catch(() => {});
  } catch {
    // Without the protocol, or without the page.
  }
}

/** Chromium reports a crash to whoever enables the domain, also one of before. */
function askSession(session: CDPSession, after: After): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (hasCrashed: boolean): void => {
      cancel();
      resolve(hasCrashed);
      session.detach().catch(() => {});
    };
    const cancel = after(REPLY_TIMEOUT_MS, () => finish(true));
    session.on('Inspector.targetCrashed', () => finish(true));
    session.send('Inspector.enable').then(
      () => finish(false),
      () => finish(true),
    );
  });
}

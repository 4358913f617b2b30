import type { Page } from 'puppeteer-core';
import { vi } from 'vitest';
import { firefoxPage } from '#tests/drivers/browser/firefox';
import { WAIT_TIMEOUT_MS } from '#tests/drivers/time-limits';

/**
 * The errors of the driver while the old document is gone and the new one is not there yet.
 * A later poll may find the new document.
 */
const betweenDocuments = [
  "right-hand side of 'in' should be an object, got null",
  'Execution context was destroyed',
  'DiscardedBrowsingContextError',
];

/**
 * Opens an extension page and waits for an element of it.
 * The driver gets no load event of such a page, so the page is polled until a new document of that URL is
 * complete; any other failure is thrown at once.
 */
export async function showExtensionPage(page: Page, path: string, selector: string): Promise<void> {
  const pageUrl = firefoxPage(path);
  await page.evaluate('void (window.isBeforeShowing = true)');
  // Never settles for these URLs, and rejects when the tab is closed.
  void page.goto(pageUrl).catch(() => undefined);
  const isShownExpression = `!window.isBeforeShowing && location.href === ${JSON.stringify(pageUrl)}
    && document.readyState === 'complete' && document.querySelector(${JSON.stringify(selector)}) !== null`;
  await vi.waitUntil(() => isTrueInNewDocument(page, isShownExpression), { timeout: WAIT_TIMEOUT_MS, interval: 50 });
}

async function isTrueInNewDocument(page: Page, expression: string): Promise<boolean> {
  try {
    return (await page.evaluate(expression)) === true;
  } catch (failure) {
    if (failure instanceof Error && betweenDocuments.some((message) => failure.message.includes(message))) return false;
    throw failure;
  }
}

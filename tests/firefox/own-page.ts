import type { Page } from 'puppeteer-core';
import { vi } from 'vitest';
import { firefoxPage } from '#tests/drivers/browser/firefox';
import { WAIT_TIMEOUT_MS } from '#tests/drivers/time-limits';

/**
 * The errors of the driver while the old document is gone and the new one is not there yet.
 * The next poll may find it.
 */
const betweenDocuments = [
  "right-hand side of 'in' should be an object, got null",
  'Execution context was destroyed',
  'DiscardedBrowsingContextError',
];

/**
 * Opens one of the extension's own pages and waits for an element of it.
 * The driver gets no load event of such a page, so the page is polled until a new document of that URL is
 * complete; any other failure is thrown at once.
 */
export async function showOwnPage(page: Page, path: string, selector: string): Promise<void> {
  const pageUrl = firefoxPage(path);
  await page.evaluate('void (window.isBeforeShowing = true)');
  // Never settles for these URLs, and rejects when the tab is closed.
  void page.goto(pageUrl).catch(() => undefined);
  const arrivedExpression = `!window.isBeforeShowing && location.href === ${JSON.stringify(pageUrl)}
    && document.readyState === 'complete' && document.querySelector(${JSON.stringify(selector)}) !== null`;
  await vi.waitUntil(() => asksNewDocument(page, arrivedExpression), { timeout: WAIT_TIMEOUT_MS, interval: 50 });
}

async function asksNewDocument(page: Page, question: string): Promise<boolean> {
  try {
    return (await page.evaluate(question)) === true;
  } catch (failure) {
    if (failure instanceof Error && betweenDocuments.some((words) => failure.message.includes(words))) return false;
    throw failure;
  }
}

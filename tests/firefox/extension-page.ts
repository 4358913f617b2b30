import type { Page } from 'puppeteer-core';
import { vi } from 'vitest';
import { firefoxPageUrl } from '#tests/drivers/browser/firefox';
import { WAIT_TIMEOUT_MS } from '#tests/drivers/time-limits';

/**
 * Messages of the driver's errors while a page has no document.
 * A later poll may find the new document.
 */
const NO_DOCUMENT_ERRORS = [
  "right-hand side of 'in' should be an object, got null",
  'Execution context was destroyed',
  'DiscardedBrowsingContextError',
];

/**
 * Opens an extension page and waits for an element of it.
 * Polls the page until a new document with the URL is complete, because the driver gets no load event of extension
 * pages. Throws any other failure at once.
 */
export async function showExtensionPage(page: Page, path: string, selector: string): Promise<void> {
  const pageUrl = firefoxPageUrl(path);
  await page.evaluate('void (window.isBeforeShowing = true)');
  // Never resolves for these URLs, and rejects when the tab is closed.
  void page.goto(pageUrl).catch(() => undefined);
  const isShownExpression = `!window.isBeforeShowing && location.href === ${JSON.stringify(pageUrl)}
    && document.readyState === 'complete' && document.querySelector(${JSON.stringify(selector)}) !== null`;
  await vi.waitUntil(() => isTrueInNewDocument(page, isShownExpression), { timeout: WAIT_TIMEOUT_MS, interval: 50 });
}

async function isTrueInNewDocument(page: Page, expression: string): Promise<boolean> {
  try {
    return (await page.evaluate(expression)) === true;
  } catch (failure) {
    if (failure instanceof Error && NO_DOCUMENT_ERRORS.some((message) => failure.message.includes(message)))
      return false;
    throw failure;
  }
}

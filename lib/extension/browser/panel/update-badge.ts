import { browser } from 'wxt/browser';
import type { BadgeCounts } from '#extension/protocol/badge-counts';

/** Tells the background what a panel counts, by document: it shows the sum, and counts on from there when the panel closes. */
export async function tellBadge(tabId: number, wrong: ReadonlyMap<string, number>): Promise<void> {
  const message: BadgeCounts = { type: 'badge-counts', tabId, wrong: Object.fromEntries(wrong) };
  try {
    await browser.runtime.sendMessage(message);
  } catch {
    // An extension that was reloaded has a new background, and this panel no part in it.
  }
}

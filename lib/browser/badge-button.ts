import { browser } from 'wxt/browser';
import type { BadgeCounts } from '../messaging/badge-counts';
import { badgeText, badgeTitle } from '../messaging/badge-words';

/** The tokens --bad and its ground in the light theme: the browser's toolbar knows no tokens. */
const GROUND = '#b3201a';
const TEXT = '#ffffff';

/** Shows on the extension's button of a tab how many of its events are invalid or lost. */
export async function showBadge(tabId: number, wrong: number): Promise<void> {
  try {
    await browser.action.setBadgeBackgroundColor({ tabId, color: GROUND });
    await browser.action.setBadgeTextColor({ tabId, color: TEXT });
    await browser.action.setTitle({ tabId, title: badgeTitle(wrong) });
    await browser.action.setBadgeText({ tabId, text: badgeText(wrong) });
  } catch {
    // The tab was closed.
  }
}

/** Tells the background what a panel counts, by document; it counts on from there when the panel closes. */
export async function tellBadge(tabId: number, wrong: ReadonlyMap<string, number>): Promise<void> {
  const message: BadgeCounts = { type: 'badge-counts', tabId, wrong: Object.fromEntries(wrong) };
  try {
    await browser.runtime.sendMessage(message);
  } catch {
    // An extension that was reloaded has a new background, and this panel no part in it.
  }
}

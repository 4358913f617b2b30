import type { BrowserContext, Frame, Page } from 'playwright';
import { emptyDatabases, NEUTRAL_PAGE } from './browser/reset-browser';
import { DEFAULT_SIZE, type OpenedPanel, showPanel, waitUntilReady } from './devtools';
import { readRecords } from './panel-driver';

/** Persistent values of the extension, by key. */
export type StoredValues = Readonly<Record<string, unknown>>;

export function readStoredValues(panel: Frame): Promise<StoredValues> {
  return panel.evaluate('chrome.storage.local.get(null)');
}

/**
 * Resets DevTools, whose tab must show an empty page, to the state after it was opened.
 * Reloads the panel, and restores the persistent values. Throws if events remain: silently opening another panel would
 * hide the cause.
 */
export async function resetPanel(
  { devtools, panel }: OpenedPanel,
  extensionId: string,
  stored: StoredValues,
): Promise<void> {
  await showPanel(devtools, extensionId, 'undocked');
  await withoutPanel(panel, async () => {
    await panel.evaluate(emptyDatabases);
    await panel.evaluate(restoreExpression(stored));
    await devtools.setViewportSize(DEFAULT_SIZE);
    await devtools.mouse.move(0, 0);
  });
  await expectNoRecords(panel);
}

/**
 * Unloads the panel, as DevTools does when it closes, and reloads it after the action.
 * DevTools stays open, and so does its log. If that matters, close DevTools instead.
 */
export async function withoutPanel(panel: Frame, action?: () => Promise<unknown>): Promise<void> {
  const panelUrl = panel.url();
  await panel.goto(new URL(NEUTRAL_PAGE, panelUrl).href);
  await action?.();
  await panel.goto(panelUrl);
  await waitUntilReady(panel);
}

/**
 * A string because it runs in the browser.
 * Unchanged values are not written: each write is an event for the extension.
 */
const restoreExpression = (stored: StoredValues) => `(async (before) => {
  const { local } = chrome.storage;
  const now = await local.get(null);
  const changed = Object.entries(before).filter(([key, value]) => JSON.stringify(now[key]) !== JSON.stringify(value));
  await local.set(Object.fromEntries(changed));
  await local.remove(Object.keys(now).filter((key) => !(key in before)));
})(${JSON.stringify(stored)})`;

async function expectNoRecords(panel: Frame): Promise<void> {
  const remaining = await readRecords(panel);
  if (remaining.length > 0) throw new Error(`The panel was reset, and still has ${remaining.length} events.`);
}

/** Clears the history of a tab, so that it cannot go back. */
export async function clearTabHistory(context: BrowserContext, tab: Page): Promise<void> {
  const session = await context.newCDPSession(tab);
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

import type { BrowserContext, Frame, Page } from 'playwright';
import { emptyDatabasesScript, SCRIPTLESS_PAGE } from './browser/reset-browser';
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
  await reloadPanel(panel, async () => {
    await panel.evaluate(emptyDatabasesScript);
    await panel.evaluate(restoreExpression(stored));
    await devtools.setViewportSize(DEFAULT_SIZE);
    await devtools.mouse.move(0, 0);
  });
  await expectNoRecords(panel);
}

/**
 * Unloads the panel, as DevTools does when it closes, runs the action, and loads the panel again.
 * DevTools and its network log stay open. A test for which this matters must close DevTools instead.
 */
export async function reloadPanel(panel: Frame, action?: () => Promise<unknown>): Promise<void> {
  const panelUrl = panel.url();
  await panel.goto(new URL(SCRIPTLESS_PAGE, panelUrl).href);
  await action?.();
  await panel.goto(panelUrl);
  await waitUntilReady(panel);
}

/**
 * Returns a script that restores the values.
 * Skips unchanged values, because each write is an event in the extension.
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

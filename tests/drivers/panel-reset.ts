import type { BrowserContext, Frame, Page } from 'playwright';
import { emptyDatabases, NEUTRAL_PAGE } from './browser/reset-browser';
import { DEFAULT_SIZE, type OpenedPanel, showPanel, waitUntilReady } from './devtools';
import { recordsOf } from './panel-driver';

/** What the extension stores for good, by key. */
export type StoredValues = Readonly<Record<string, unknown>>;

export function readStoredValues(panel: Frame): Promise<StoredValues> {
  return panel.evaluate('chrome.storage.local.get(null)');
}

/**
 * Makes DevTools, whose tab is at an empty page already, as if they had just been opened.
 * The panel is loaded again and remembers nothing, and what the extension stores for good is as it was then. Throws where
 * that does not come true: the next test must not begin with what another left, and a pair that is quietly replaced would
 * hide why.
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
  await expectNothing(panel);
}

/**
 * Unloads the panel, as DevTools does when it closes, and loads it again after the action.
 * DevTools stays open and goes on with its own log: where that matters, close DevTools instead.
 */
export async function withoutPanel(panel: Frame, action?: () => Promise<unknown>): Promise<void> {
  const address = panel.url();
  await panel.goto(new URL(NEUTRAL_PAGE, address).href);
  await action?.();
  await panel.goto(address);
  await waitUntilReady(panel);
}

/** Text: it runs in the browser. Equal values are not written: each write is an event for the whole extension. */
const restoreExpression = (stored: StoredValues) => `(async (before) => {
  const { local } = chrome.storage;
  const now = await local.get(null);
  const changed = Object.entries(before).filter(([key, value]) => JSON.stringify(now[key]) !== JSON.stringify(value));
  await local.set(Object.fromEntries(changed));
  await local.remove(Object.keys(now).filter((key) => !(key in before)));
})(${JSON.stringify(stored)})`;

async function expectNothing(panel: Frame): Promise<void> {
  const left = await recordsOf(panel);
  if (left.length > 0) throw new Error(`The panel was reset, and still has ${left.length} events.`);
}

/** The tab's way back leads nowhere, as that of a new tab. */
export async function resetUndo(context: BrowserContext, tab: Page): Promise<void> {
  const session = await context.newCDPSession(tab);
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

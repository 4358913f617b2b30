import type { BrowserContext, Frame, Page } from 'playwright';
import { emptyDatabases, NEUTRAL_PAGE } from './browser/reset-browser';
import { DEFAULT_SIZE, type OpenedPanel, showPanel, waitUntilReady } from './devtools';
import { recordsOf } from './panel-driver';

/**
 * Makes DevTools, whose tab is at an empty page already, as if they had just been opened.
 * The panel is loaded again and remembers nothing. Throws where that does not come true: the next test must not begin
 * with what another left, and a pair that is quietly replaced would hide why.
 */
export async function resetPanel({ devtools, panel }: OpenedPanel, extensionId: string): Promise<void> {
  const address = panel.url();
  await panel.goto(`chrome-extension://${extensionId}/${NEUTRAL_PAGE}`);
  await panel.evaluate(emptyDatabases);
  await devtools.setViewportSize(DEFAULT_SIZE);
  await devtools.mouse.move(0, 0);
  await panel.goto(address);
  await showPanel(devtools, extensionId, 'undocked');
  await waitUntilReady(panel);
  await expectNothing(panel);
}

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

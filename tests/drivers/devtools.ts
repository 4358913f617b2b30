import type { BrowserContext, Frame, Page } from 'playwright';
import { WAIT_TIMEOUT_MS } from './time-limits';

/** Docked, DevTools shares the page's window; undocked it has one of its own, of any size. */
export type Dock = 'undocked' | 'bottom' | 'right';

export interface OpenedPanel {
  /** The DevTools window itself: screenshots and key presses go here. */
  readonly devtools: Page;
  /** Our panel inside it. */
  readonly panel: Frame;
}

/**
 * Opens the real DevTools for a page and shows our panel in it.
 * Waits until the panel listens to everything and the first round trip to the page has come back:
 * without both the first events may be missed.
 */
export async function openPanel(
  context: BrowserContext,
  page: Page,
  extensionId: string,
  dock: Dock = 'undocked',
): Promise<OpenedPanel> {
  return openPanelOf(context, await targetOf(context, page), extensionId, dock);
}

/** The size in pixels in which DevTools is tested, measured and pictured. */
export const DEFAULT_SIZE = { width: 1280, height: 800 } as const;

/** The same, in a separate window of the default size. */
export async function openSizedPanel(context: BrowserContext, page: Page, extensionId: string): Promise<OpenedPanel> {
  const opened = await openPanel(context, page, extensionId);
  await opened.devtools.setViewportSize(DEFAULT_SIZE);
  return opened;
}

/** Gives the panel itself this size, in pixels: DevTools' own tabs stand above it. */
export async function resizePanel({ devtools, panel }: OpenedPanel, width: number, height: number): Promise<void> {
  // Measured in the window of DevTools alone: the panel may still have the size before, and both would be of other times.
  const frame = await panel.frameElement();
  const around = await frame.evaluate((element) => innerHeight - (element as Element).getBoundingClientRect().height);
  await devtools.setViewportSize({ width, height: height + around });
  await panel.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, { width, height });
}

/** The same for a tab that is known by the browser's own id only. */
export async function openPanelOf(
  context: BrowserContext,
  targetId: string,
  extensionId: string,
  dock: Dock = 'undocked',
): Promise<OpenedPanel> {
  return openPanelIn(await openDevtools(context, targetId), extensionId, dock);
}

/** Opens the real DevTools for a page, at another panel than ours. Waits until DevTools logs what the page requests. */
export async function openDevtoolsOf(context: BrowserContext, page: Page): Promise<Page> {
  const devtools = await openDevtools(context, await targetOf(context, page));
  await devtools.getByRole('tab', { name: 'Elements' }).first().waitFor({ timeout: WAIT_TIMEOUT_MS });
  await waitUntilConnected(devtools);
  return devtools;
}

/** Shows our panel in DevTools that are open. */
export async function openPanelIn(devtools: Page, extensionId: string, dock: Dock = 'undocked'): Promise<OpenedPanel> {
  await showPanel(devtools, extensionId, dock);
  const panel = await panelFrame(devtools, extensionId);
  await waitUntilReady(panel);
  return { devtools, panel };
}

/** Until the panel listens to everything, and DevTools delivers to it what the page does. */
export async function waitUntilReady(panel: Frame): Promise<void> {
  await panel.waitForSelector('[data-ready]', { state: 'attached' });
  await panel.evaluate("new Promise((done) => chrome.devtools.inspectedWindow.eval('1', done))");
}

/**
 * DevTools shows its tabs first, then connects to the page: what the page requests in between is in no log.
 * With the page's target it turns on the network's log; the page replies in order, so that the reply comes after it.
 */
async function waitUntilConnected(devtools: Page): Promise<void> {
  await devtools.evaluate(`(async () => {
    const SDK = await import('./core/sdk/sdk.js');
    const targets = SDK.TargetManager.TargetManager.instance();
    const page = await new Promise((found) => {
      const targetAdded = (target) => target === targets.primaryPageTarget() && found(target);
      targets.observeTargets({ targetAdded, targetRemoved: () => {} });
    });
    await page.runtimeAgent().invoke_evaluate({ expression: '1' });
  })()`);
}

/** Of the panels that the protocol can open first: Elements, its default, takes a fifth more processor time. */
const FIRST_PANEL = 'console';

async function openDevtools(context: BrowserContext, targetId: string): Promise<Page> {
  const browser = context.browser();
  if (!browser) throw new Error('The browser was started without a browser-level connection.');
  const session = await browser.newBrowserCDPSession();
  try {
    const opened = context.waitForEvent('page', (other) => other.url().startsWith('devtools://'));
    const send = session.send.bind(session) as (method: string, parameters: object) => Promise<unknown>;
    const [devtools] = await Promise.all([opened, send('Target.openDevTools', { targetId, panelId: FIRST_PANEL })]);
    return devtools;
  } finally {
    await session.detach();
  }
}

async function targetOf(context: BrowserContext, page: Page): Promise<string> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.targetId;
}

/**
 * Shows the panel, and no drawer, through DevTools' own user interface.
 * Text, not a function: DevTools' CSP forbids Playwright's waitForFunction, and no compiler may touch the import.
 */
export async function showPanel(devtools: Page, extensionId: string, dock: Dock): Promise<void> {
  // An earlier `instance()` would build the view before its texts are loaded, and fail.
  await devtools.getByRole('tab', { name: 'Elements' }).first().waitFor({ timeout: WAIT_TIMEOUT_MS });
  await devtools.evaluate(`(async () => {
    const UI = await import('./ui/legacy/legacy.js');
    const inspector = UI.InspectorView.InspectorView.instance();
    if (inspector.drawerVisible()) inspector.closeDrawer({});
    const tabs = inspector.tabbedPane;
    const ourTab = () => tabs.tabIds().find((id) => id.startsWith('chrome-extension://${extensionId}'));
    const giveUpAt = performance.now() + ${WAIT_TIMEOUT_MS};
    while (!ourTab()) {
      if (performance.now() > giveUpAt) throw new Error('DevTools shows no panel of the extension.');
      await new Promise((next) => setTimeout(next, 10));
    }
    UI.DockController.DockController.instance().setDockSide('${dock}');
    await UI.ViewManager.ViewManager.instance().showView(ourTab());
  })()`);
}

async function panelFrame(devtools: Page, extensionId: string): Promise<Frame> {
  const isPanel = (frame: Frame) => frame.url().startsWith(`chrome-extension://${extensionId}/panel.html`);
  const here = devtools.frames().find(isPanel);
  return here ?? devtools.waitForEvent('framenavigated', isPanel);
}

import type { BrowserContext, Frame, Page } from 'playwright';
import { WAIT_TIMEOUT_MS } from './time-limits';

/** Docked DevTools shares the page's window. Undocked, it has a separate window of any size. */
export type Dock = 'undocked' | 'bottom' | 'right';

export interface OpenedPanel {
  /** The DevTools window, which takes screenshots and key presses. */
  readonly devtools: Page;
  /** The extension's panel inside it. */
  readonly panel: Frame;
}

/**
 * Opens the real DevTools for a page, and shows the extension's panel in it.
 * Waits until the panel has added its listeners and the first round trip to the page has ended. Otherwise the panel may
 * miss the first events.
 */
export async function openPanel(
  context: BrowserContext,
  page: Page,
  extensionId: string,
  dock: Dock = 'undocked',
): Promise<OpenedPanel> {
  return openPanelOfTarget(context, await findTargetId(context, page), extensionId, dock);
}

/** Size of DevTools in pixels for tests, measurements and pictures. */
export const DEFAULT_SIZE = { width: 1280, height: 800 } as const;

/** Opens the panel in a separate window of the default size. */
export async function openSizedPanel(context: BrowserContext, page: Page, extensionId: string): Promise<OpenedPanel> {
  const opened = await openPanel(context, page, extensionId);
  await opened.devtools.setViewportSize(DEFAULT_SIZE);
  return opened;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Resizes the panel itself, in pixels. DevTools' own tabs are above it. */
export async function resizePanel(opened: OpenedPanel, width: number, height: number): Promise<void> {
  await resizeDevtools(opened, { width, height: height + (await measureHeightAround(opened)) });
}

/** Resizes DevTools, in pixels, and waits until the panel in it has its new size, too. */
export async function resizeDevtools(opened: OpenedPanel, { width, height }: Size): Promise<void> {
  const { devtools, panel } = opened;
  const panelSize = { width, height: height - (await measureHeightAround(opened)) };
  await devtools.setViewportSize({ width, height });
  await panel.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, panelSize);
}

/** Measures the height of DevTools around the panel, in pixels. Doesn't use the panel's size, which may be outdated. */
async function measureHeightAround({ panel }: OpenedPanel): Promise<number> {
  const frame = await panel.frameElement();
  return frame.evaluate((element) => innerHeight - (element as Element).getBoundingClientRect().height);
}

/** Opens the panel for the tab with a target id of the browser. */
export async function openPanelOfTarget(
  context: BrowserContext,
  targetId: string,
  extensionId: string,
  dock: Dock = 'undocked',
): Promise<OpenedPanel> {
  return openPanelIn(await openDevtools(context, targetId), extensionId, dock);
}

/**
 * Opens the real DevTools for a page, without the extension's panel.
 * Waits until DevTools logs the page's requests.
 */
export async function openDevtoolsOf(context: BrowserContext, page: Page): Promise<Page> {
  const devtools = await openDevtools(context, await findTargetId(context, page));
  await devtools.getByRole('tab', { name: 'Elements' }).first().waitFor({ timeout: WAIT_TIMEOUT_MS });
  await waitUntilConnected(devtools);
  return devtools;
}

/** Shows the extension's panel in open DevTools. */
export async function openPanelIn(devtools: Page, extensionId: string, dock: Dock = 'undocked'): Promise<OpenedPanel> {
  await showPanel(devtools, extensionId, dock);
  const panel = await findPanelFrame(devtools, extensionId);
  await waitUntilReady(panel);
  return { devtools, panel };
}

/** Waits until the panel has added its listeners, and DevTools delivers the page's events to it. */
export async function waitUntilReady(panel: Frame): Promise<void> {
  await panel.waitForSelector('[data-ready]', { state: 'attached' });
  await panel.evaluate("new Promise((done) => chrome.devtools.inspectedWindow.eval('1', done))");
}

/**
 * Waits until DevTools logs the requests of the page.
 * DevTools shows its tabs before it connects to the page. When it gets the page's target, it enables the network log.
 * The page handles messages in order, so the response to a later message proves that the log is enabled.
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

/** The panel that opens first. The default, Elements, takes 20 % more CPU time. */
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

async function findTargetId(context: BrowserContext, page: Page): Promise<string> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.targetId;
}

/**
 * Shows the panel without the drawer, through DevTools' own UI.
 * The script is a string: DevTools' CSP forbids Playwright's waitForFunction, and the import must not be compiled.
 */
export async function showPanel(devtools: Page, extensionId: string, dock: Dock): Promise<void> {
  // Before DevTools shows its tabs, `instance()` would create the view without texts, and fail.
  await devtools.getByRole('tab', { name: 'Elements' }).first().waitFor({ timeout: WAIT_TIMEOUT_MS });
  await devtools.evaluate(`(async () => {
    const UI = await import('./ui/legacy/legacy.js');
    const inspector = UI.InspectorView.InspectorView.instance();
    if (inspector.drawerVisible()) inspector.closeDrawer({});
    const tabs = inspector.tabbedPane;
    const extensionTab = () => tabs.tabIds().find((id) => id.startsWith('chrome-extension://${extensionId}'));
    const deadline = performance.now() + ${WAIT_TIMEOUT_MS};
    while (!extensionTab()) {
      if (performance.now() > deadline) throw new Error('DevTools shows no panel of the extension.');
      await new Promise((next) => setTimeout(next, 10));
    }
    UI.DockController.DockController.instance().setDockSide('${dock}');
    await UI.ViewManager.ViewManager.instance().showView(extensionTab());
  })()`);
}

async function findPanelFrame(devtools: Page, extensionId: string): Promise<Frame> {
  const isPanel = (frame: Frame) => frame.url().startsWith(`chrome-extension://${extensionId}/panel.html`);
  const openFrame = devtools.frames().find(isPanel);
  return openFrame ?? devtools.waitForEvent('framenavigated', isPanel);
}

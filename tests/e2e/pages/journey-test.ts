import type { Frame, Page } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import type { OpenedPanel } from '#tests/drivers/devtools';
import { openPanel } from '#tests/drivers/devtools';
import { until } from '#tests/drivers/until';
import type { TestSetup } from '../fixtures';
import { test as base } from '../fixtures';
import type { PlayOptions } from './play-page';
import { playUrlOf, scriptsOf } from './play-page';

/** Controls the player of a page. */
export interface PlayerControl {
  makeCalls(prefix: string, count: number): Promise<void>;
  /** The marks that the page noted, each before its call. */
  readMarks(): Promise<readonly string[]>;
  readErrors(): Promise<readonly string[]>;
  readonly frame: Frame;
}

/** Clears the collector before each test. */
export const test = base.extend<{ readonly emptyCollector: null }>({
  emptyCollector: [
    async ({ setup }, use) => {
      setup.collector.forget();
      await use(null);
    },
    { auto: true },
  ],
});

/** Returns the test with an empty page in a browser that the test file launches. */
export function testWithPageOf(browser: () => LaunchedBrowser) {
  return test.extend<{ readonly page: Page }>({
    page: async ({ pages }, use) => {
      const page = await browser().context.newPage();
      await page.goto(`${pages.url}/empty/`);
      await use(page);
      await page.close();
    },
  });
}

export async function showPanel(setup: Pick<TestSetup, 'browser'>, tab: Page): Promise<OpenedPanel['panel']> {
  const { panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  return panel;
}

/** Opens a page with an SDK, and waits for its player. Loads the SDK if the page loads it only on request. */
export async function openPlayPage(tab: Page, origin: string, options: PlayOptions): Promise<PlayerControl> {
  await tab.goto(playUrlOf(origin, options));
  if (options.around === 'later') await tab.evaluate('addFrame()');
  return waitForPlayer(options.around === undefined ? tab.mainFrame() : await findFrame(tab), options);
}

/** Waits for the player of a loaded page. Loads the SDK if the page loads it only on request. */
export async function waitForPlayer(frame: Frame, options: PlayOptions): Promise<PlayerControl> {
  await waitForPlayerObject(frame);
  if (options.isLate) await frame.evaluate(`loadSdk(${JSON.stringify(scriptsOf(options))})`);
  return {
    frame,
    makeCalls: (prefix, count) => frame.evaluate(`player.calls(${JSON.stringify(prefix)}, ${count})`),
    readMarks: () => frame.evaluate('player.made'),
    readErrors: () => frame.evaluate('player.thrown'),
  };
}

async function findFrame(tab: Page): Promise<Frame> {
  return tab.frames()[1] ?? tab.waitForEvent('frameattached');
}

/** Does not use `waitForFunction`, which a page's Content-Security-Policy may forbid. */
function waitForPlayerObject(frame: Frame): Promise<void> {
  const hasPlayer = () => frame.evaluate<boolean>('typeof player === "object"').catch(() => false);
  return until(hasPlayer, `No player at ${frame.url()}.`);
}

/** Evaluates an expression in the inspected page, through the panel. */
export function evaluateInPage(panel: Frame, text: string): Promise<unknown> {
  return panel.evaluate(
    `new Promise((done) => chrome.devtools.inspectedWindow.eval(${JSON.stringify(text)}, (value) => done(value)))`,
  );
}

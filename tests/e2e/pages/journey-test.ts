import type { Frame, Page } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import type { OpenedPanel } from '#tests/drivers/devtools';
import { openPanel } from '#tests/drivers/devtools';
import { until } from '#tests/drivers/until';
import type { TestSetup } from '../fixtures';
import { test as base } from '../fixtures';
import type { PlayOptions } from './play-page';
import { playUrlOf, scriptsOf } from './play-page';

/** A page with the player, and functions that control it. */
export interface Played {
  calls(prefix: string, count: number): Promise<void>;
  /** The marks that the page noted, each before its call. */
  made(): Promise<readonly string[]>;
  thrown(): Promise<readonly string[]>;
  readonly frame: Frame;
}

/** The demo's setup, and the pages whose behavior is defined by their URL. */
export const test = base.extend<{ readonly emptyCollector: null }>({
  emptyCollector: [
    async ({ setup }, use) => {
      setup.collector.forget();
      await use(null);
    },
    { auto: true },
  ],
});

/** Returns the test with an empty page of a browser that the file itself launches. */
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

/** Opens the page and waits until its player (and, where that loads late, its SDK) is there. */
export async function play(tab: Page, origin: string, options: PlayOptions): Promise<Played> {
  await tab.goto(playUrlOf(origin, options));
  if (options.around === 'later') await tab.evaluate('addFrame()');
  return waitUntilPlayed(options.around === undefined ? tab.mainFrame() : await findFrame(tab), options);
}

/** Waits for the player of a page that is already loaded in a frame. */
export async function waitUntilPlayed(frame: Frame, options: PlayOptions): Promise<Played> {
  await waitForPlayer(frame);
  if (options.isLate) await frame.evaluate(`loadSdk(${JSON.stringify(scriptsOf(options))})`);
  return {
    frame,
    calls: (prefix, count) => frame.evaluate(`player.calls(${JSON.stringify(prefix)}, ${count})`),
    made: () => frame.evaluate('player.made'),
    thrown: () => frame.evaluate('player.thrown'),
  };
}

async function findFrame(tab: Page): Promise<Frame> {
  return tab.frames()[1] ?? tab.waitForEvent('frameattached');
}

/** Does not use `waitForFunction`, which a page's Content-Security-Policy may forbid. */
function waitForPlayer(frame: Frame): Promise<void> {
  const isThere = () => frame.evaluate<boolean>('typeof player === "object"').catch(() => false);
  return until(isThere, `No player at ${frame.url()}.`);
}

/** Evaluates in the inspected page, as a panel does it. */
export function inPage(panel: Frame, text: string): Promise<unknown> {
  return panel.evaluate(
    `new Promise((done) => chrome.devtools.inspectedWindow.eval(${JSON.stringify(text)}, (value) => done(value)))`,
  );
}

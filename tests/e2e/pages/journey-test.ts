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

/** The same with a page, which is still empty, of a browser that the file launches for itself. */
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
  return waitUntilPlayed(options.around === undefined ? tab.mainFrame() : await onlyFrame(tab), options);
}

/** Finds the player of a page that is loaded in a frame already. */
export async function waitUntilPlayed(frame: Frame, options: PlayOptions): Promise<Played> {
  await untilPlayer(frame);
  if (options.isLate) await frame.evaluate(`loadSdk(${JSON.stringify(scriptsOf(options))})`);
  return {
    frame,
    calls: (prefix, count) => frame.evaluate(`player.calls(${JSON.stringify(prefix)}, ${count})`),
    made: () => frame.evaluate('player.made'),
    thrown: () => frame.evaluate('player.thrown'),
  };
}

async function onlyFrame(tab: Page): Promise<Frame> {
  const inner = tab.frames()[1] ?? (await tab.waitForEvent('frameattached'));
  return inner;
}

/** Not `waitForFunction`, which a page's Content-Security-Policy may forbid. */
function untilPlayer(frame: Frame): Promise<void> {
  const isThere = () => frame.evaluate<boolean>('typeof player === "object"').catch(() => false);
  return until(isThere, `No player at ${frame.url()}.`);
}

/** Evaluates in the inspected page, as a panel does it. */
export function inPage(panel: Frame, text: string): Promise<unknown> {
  return panel.evaluate(
    `new Promise((done) => chrome.devtools.inspectedWindow.eval(${JSON.stringify(text)}, (value) => done(value)))`,
  );
}

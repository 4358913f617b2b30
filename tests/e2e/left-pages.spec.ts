import { expect } from '@playwright/test';
import type { BrowserContext, Frame, Page } from 'playwright';
import { stopWorkers, waitForWorker } from '#tests/drivers/browser/stop-workers';
import { openPanel } from '#tests/drivers/devtools';
import { reloadPanel } from '#tests/drivers/panel-reset';
import { t, tPattern } from '#tests/drivers/texts';
import { openPlayPage, type PlayerControl, showPanel, test } from './pages/journey-test';
import { arrivedLedger, marksOf, readLedger, uniformLedger } from './pages/ledger';
import type { PlayOptions } from './pages/play-page';

const defaultOptions: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 20 };
const lost = { state: 'lost', tries: 0, arrived: 0 } as const;
const sentUnobserved = { state: 'sent', tries: 1, arrived: 1 } as const;

/** Opens a page, makes two calls, and waits until the panel has both. */
async function playAndCapture(panel: Frame, tab: Page, origin: string, options: PlayOptions): Promise<PlayerControl> {
  const player = await openPlayPage(tab, origin, options);
  await player.makeCalls('seen', 2);
  await expect.poll(async () => (await readLedger(panel, [])).lines.length).toBe(2);
  return player;
}

test('events that wait in a page are lost when it unloads, also those from while the panel was closed, which are listed before the page load', async ({
  setup,
  pages,
  tab,
  opened: { devtools, panel },
}) => {
  const { makeCalls } = await playAndCapture(panel, tab, pages.url, defaultOptions);
  await devtools.close();
  await makeCalls('alone', 2);
  await tab.goto(`${pages.url}/empty/`);
  const reopened = await showPanel(setup, tab);
  await expect
    .poll(() => readLedger(reopened, setup.collector.received))
    .toEqual(uniformLedger([...marksOf('seen', 2), ...marksOf('alone', 2)], lost));
  const navigated = reopened
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: t('list.navigated', { page: '/empty/' }) });
  await expect(navigated.last()).toContainText('4');
});

test('a panel that opens for the first time shows earlier pages in order, each once', async ({ setup, pages, tab }) => {
  for (const name of ['one', 'two']) {
    const { makeCalls } = await openPlayPage(tab, pages.url, defaultOptions);
    await makeCalls(name, 1);
  }
  await tab.goto(`${pages.url}/empty/`);
  const { devtools, panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  const both = uniformLedger([...marksOf('one', 1), ...marksOf('two', 1)], lost);
  await expect.poll(() => readLedger(panel, setup.collector.received)).toEqual(both);
  await expect(panel.getByRole('grid').getByText(tPattern('list.navigated'))).toHaveCount(2);
  await devtools.close();
  const reopened = await showPanel(setup, tab);
  await expect.poll(() => readLedger(reopened, setup.collector.received)).toEqual(both);
});

test.describe('DevTools open across page loads', () => {
  test.use({ devtools: 'shared' });

  test('events that a page sends during its unload count as sent', async ({ setup, pages, tab, opened: { panel } }) => {
    const leaving = { on: 'pagehide', calls: 3 } as const;
    const { makeCalls } = await playAndCapture(panel, tab, pages.url, {
      ...defaultOptions,
      transport: 'beacon-blob',
      leaving,
    });
    await reloadPanel(panel, async () => {
      await makeCalls('alone', 1);
      await waitForWorker(setup.browser.context, tab);
      await tab.goto(`${pages.url}/empty/`);
    });
    await expect
      .poll(() => readLedger(panel, setup.collector.received))
      .toEqual(uniformLedger([...marksOf('seen', 2), ...marksOf('alone', 1), ...marksOf('leave', 3)], sentUnobserved));
  });

  test('an event of a frame is reported synchronously in its unload listener, as the browser may terminate the process after that', async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    // Twice the 500 ms that Chromium gives a frame in another process.
    const leaving = { on: 'pagehide', calls: 3, busyMs: 1_000 } as const;
    await openPlayPage(tab, pages.url, {
      sdk: '1.3.0',
      transport: 'beacon-blob',
      batch: 20,
      leaving,
      around: 'cross-site',
    });
    await tab.goto(`${pages.url}/empty/`);
    const { received } = setup.collector;
    await expect(async () => {
      expect(await readLedger(panel, received)).toEqual(arrivedLedger('leave', received, sentUnobserved));
    }).toPass();
  });

  test('waiting events of a page are lost if the page unloads while the service worker is stopped', async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    await playAndCapture(panel, tab, pages.url, defaultOptions);
    await reloadPanel(panel, async () => {
      await stopWorkers(setup.browser.context, tab);
      await tab.goto(`${pages.url}/empty/`);
    });
    await expect
      .poll(() => readLedger(panel, setup.collector.received))
      .toEqual(uniformLedger(marksOf('seen', 2), lost));
  });

  test('a page that unloads before the open panel has requested its log is still in the list', async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    const paused = await pausePanel(setup.browser.context, panel);
    const leaving = { on: 'unload', calls: 2 } as const;
    const { makeCalls } = await openPlayPage(tab, pages.url, { ...defaultOptions, transport: 'beacon-blob', leaving });
    await makeCalls('short', 1);
    await tab.goto(`${pages.url}/empty/`);
    await paused.resume();
    await expect
      .poll(() => readLedger(panel, setup.collector.received))
      .toEqual(uniformLedger([...marksOf('short', 1), ...marksOf('leave', 2)], sentUnobserved));
  });
});

/** Pauses the panel's scripts until `resume` is called. */
async function pausePanel(context: BrowserContext, panel: Frame): Promise<{ resume(): Promise<void> }> {
  const session = await context.newCDPSession(panel);
  await session.send('Debugger.enable');
  const paused = new Promise((resolve) => session.once('Debugger.paused', resolve));
  await session.send('Debugger.pause');
  void panel.evaluate('void 0').catch(() => undefined);
  await paused;
  return {
    async resume() {
      await session.send('Debugger.disable');
      await session.detach();
    },
  };
}

import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { openPanel } from '#tests/drivers/devtools';
import { readRecords, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { launch } from './fixtures';
import { evaluateInPage, openPlayPage, showPanel, testWithPageOf } from './pages/journey-test';
import { marksOf, readLedger, uniformLedger } from './pages/ledger';
import type { PlayOptions } from './pages/play-page';

/** A browser with a back/forward cache. The worker's shared browser has none, because Playwright loses cached pages. */
let browser: LaunchedBrowser;

const test = testWithPageOf(() => browser);

const accepted = { state: 'accepted', tries: 1, arrived: 1 } as const;
const waiting = { state: 'waiting', tries: 0, arrived: 0 } as const;
const lost = { state: 'lost', tries: 0, arrived: 0 } as const;

test.describe('unloaded page', () => {
  test.beforeAll(async ({ headless }) => {
    browser = await launch(headless ?? true, { hasBfcache: true });
  });
  test.afterAll(() => browser.close());

  for (const sdk of ['1.3.0', '2.0.1'] as const) {
    const options: PlayOptions = { sdk, transport: 'own', batch: 3 };

    for (const hasBeforeUnload of [false, true]) {
      const condition = hasBeforeUnload ? ', also with a beforeunload handler' : '';
      test(`SDK ${sdk}: a page that is restored from the cache continues with its queue${condition}`, async ({
        setup,
        pages,
        page,
      }) => {
        const panel = await showPanel({ browser }, page);
        const { makeCalls } = await openPlayPage(page, pages.url, options);
        if (hasBeforeUnload)
          await page.evaluate("addEventListener('beforeunload', () => { window.hasBeforeUnloadRun = true; })");
        await page.evaluate("addEventListener('pageshow', (event) => { window.isRestored = event.persisted; })");
        await makeCalls('before', 2);
        await page.goto(`${pages.url}/empty/`);
        // The panel navigates, because Playwright loses a page in the cache.
        await evaluateInPage(panel, 'history.back()');
        await expect.poll(() => evaluateInPage(panel, 'window.isRestored && player.made.length')).toBe(2);
        expect(await evaluateInPage(panel, 'window.hasBeforeUnloadRun === true')).toBe(hasBeforeUnload);
        await expect
          .poll(() => readLedger(panel, setup.collector.received))
          .toEqual(uniformLedger(marksOf('before', 2), waiting));
        await evaluateInPage(panel, "player.calls('after', 1)");
        await expect
          .poll(() => readLedger(panel, setup.collector.received))
          .toEqual(uniformLedger([...marksOf('before', 2), ...marksOf('after', 1)], accepted));
      });
    }

    test(`SDK ${sdk}: a page whose site is no longer watched is not observed when it returns from the cache`, async ({
      pages,
      page,
    }) => {
      const panel = await showPanel({ browser }, page);
      const { makeCalls } = await openPlayPage(page, pages.url, { ...options, batch: 20 });
      await page.evaluate("addEventListener('pageshow', (event) => { window.isRestored = event.persisted; })");
      // The hook captures console messages during the calls that it observes.
      await page.evaluate(`(() => {
        const { error } = console;
        addEventListener('TelemetryEvent', () => { window.isObserved = console.error !== error; }, true);
      })()`);
      await makeCalls('before', 2);
      expect(await page.evaluate('window.isObserved')).toBe(true);
      await page.goto(`${pages.url}/empty/`);
      await panel.evaluate('chrome.storage.local.set({ watchedSites: [] })');
      await evaluateInPage(panel, 'history.back()');
      await expect.poll(() => evaluateInPage(panel, 'window.isRestored && player.made.length')).toBe(2);
      await expect.poll(() => evaluateInPage(panel, "player.calls('unwatched', 1), window.isObserved")).toBe(false);
      const { lines } = await readLedger(panel, []);
      await panel.evaluate("chrome.storage.local.remove('watchedSites')");
      expect(lines.map(({ mark }) => mark)).toEqual(marksOf('before', 2));
    });

    test(`SDK ${sdk}: a page with an unload handler is not cached, so that its queue is lost and the page is loaded again`, async ({
      setup,
      pages,
      page,
    }) => {
      const panel = await showPanel({ browser }, page);
      const { makeCalls } = await openPlayPage(page, pages.url, options);
      await page.evaluate("addEventListener('unload', () => undefined)");
      await makeCalls('before', 2);
      await page.goto(`${pages.url}/empty/`);
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual(uniformLedger(marksOf('before', 2), lost));
      await evaluateInPage(panel, 'history.back()');
      await expect.poll(() => evaluateInPage(panel, 'typeof player === "object" && player.made.length')).toBe(0);
      await evaluateInPage(panel, "player.calls('after', 3)");
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual({
          lines: [
            ...uniformLedger(marksOf('before', 2), lost).lines,
            ...uniformLedger(marksOf('after', 3), accepted).lines,
          ],
          strays: [],
        });
    });
  }
});

test('a panel that is docked, undocked and docked again shows each event as one row', async ({ setup, pages, tab }) => {
  const { devtools, panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId, 'right');
  const dock = (side: string) =>
    devtools.evaluate(`(async () => {
      const UI = await import('./ui/legacy/legacy.js');
      const controller = UI.DockController.DockController.instance();
      const before = controller.dockSide();
      controller.setDockSide('${side}');
      return [before, controller.dockSide()];
    })()`);
  const { makeCalls } = await openPlayPage(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch: 3 });
  await makeCalls('right', 3);
  expect(await dock('undocked')).toEqual(['right', 'undocked']);
  await makeCalls('undocked', 3);
  expect(await dock('bottom')).toEqual(['undocked', 'bottom']);
  await makeCalls('bottom', 3);
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger([...marksOf('right', 3), ...marksOf('undocked', 3), ...marksOf('bottom', 3)], accepted));
});

const CALL_COUNT = 10_000;

test('10,000 calls before the panel opens are all in the page’s log, and none is missing', async ({
  setup,
  pages,
  tab,
}) => {
  const { makeCalls } = await openPlayPage(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch: 20 });
  await makeCalls('burst', CALL_COUNT);
  const panel = await showPanel(setup, tab);
  await expect.poll(() => countAcceptedRows(panel)).toBe(CALL_COUNT);
  expect(await readLedger(panel, setup.collector.received)).toEqual(
    uniformLedger(marksOf('burst', CALL_COUNT), accepted),
  );
  await expect(panel.getByText(tPattern('status.dropped'))).toHaveCount(0);
});

test('a log that exceeds its limit has the newest of 10,000 calls, and the panel shows how many were dropped', async ({
  setup,
  pages,
  tab,
}) => {
  const batch = 20;
  const { makeCalls } = await openPlayPage(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch, padding: 1_000 });
  await makeCalls('burst', CALL_COUNT);
  await expect.poll(() => setup.collector.received.length).toBe(CALL_COUNT / batch);
  const panel = await showPanel(setup, tab);
  await expect(panel.getByText(tPattern('status.dropped'))).toBeVisible();
  await expect.poll(() => hasRow(panel, `burst-${CALL_COUNT}`)).toBe(true);
  const listedCount = (await readRecords(panel)).filter(({ call }) => call !== null).length;
  const droppedCount = CALL_COUNT - listedCount;
  const reportedByRequest = droppedCount % batch;
  const { lines, strays } = await readLedger(panel, setup.collector.received);
  expect(lines.map(({ mark }) => mark).toSorted(byNumber)).toEqual(
    marksOf('burst', CALL_COUNT).slice(droppedCount - reportedByRequest),
  );
  expect(strays.toSorted(byNumber)).toEqual(marksOf('burst', droppedCount - reportedByRequest));
  await expect(panel.getByText(t('status.dropped', droppedCount))).toBeVisible();
  await showView(panel, 'compose');
  await expect(panel.getByText(/, \$t 2\.x$/)).toBeVisible();
});

function countAcceptedRows(panel: Frame): Promise<number> {
  return panel.evaluate(
    `telemetryPanel.records().filter(({ requests }) => requests.at(-1)?.end.status === 'responded').length`,
  );
}

function hasRow(panel: Frame, mark: string): Promise<boolean> {
  return panel.evaluate(`telemetryPanel.records().some(({ call }) => call?.args[0].id === '${mark}')`);
}

const byNumber = (one: string, other: string) => Number(one.split('-')[1]) - Number(other.split('-')[1]);

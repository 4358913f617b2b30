import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { openPanel } from '#tests/drivers/devtools';
import { readRecords, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { launch } from './fixtures';
import { inPage, play, showPanel, testWithPageOf } from './pages/journey-test';
import { marksOf, readLedger, uniformLedger } from './pages/ledger';
import type { PlayOptions } from './pages/play-page';

/** Has a back/forward cache. The worker's browser has none, because Playwright loses cached pages. */
let browser: LaunchedBrowser;

/** Tests pages that stay alive while hidden, pages that did much before the panel opened, and the panel's positions. */
const test = testWithPageOf(() => browser);

const accepted = { state: 'accepted', tries: 1, arrived: 1 } as const;
const waiting = { state: 'waiting', tries: 0, arrived: 0 } as const;
const lost = { state: 'lost', tries: 0, arrived: 0 } as const;

test.describe('unloaded page', () => {
  test.beforeAll(async ({ headless }) => {
    browser = await launch(headless ?? true, { keepsUnloadedPages: true });
  });
  test.afterAll(() => browser.close());

  for (const sdk of ['1.3.0', '2.0.1'] as const) {
    const options: PlayOptions = { sdk, transport: 'own', batch: 3 };

    for (const hasBeforeUnload of [false, true]) {
      const having = hasBeforeUnload ? ', also with a beforeunload handler' : '';
      test(`SDK ${sdk}: a page that is restored from the cache continues with its queue${having}`, async ({
        setup,
        pages,
        page,
      }) => {
        const panel = await showPanel({ browser }, page);
        const { calls } = await play(page, pages.url, options);
        if (hasBeforeUnload) await page.evaluate("addEventListener('beforeunload', () => { window.wasAsked = true; })");
        await page.evaluate("addEventListener('pageshow', (event) => { window.isAccepted = event.persisted; })");
        await calls('before', 2);
        await page.goto(`${pages.url}/empty/`);
        // The panel navigates, because Playwright loses a page in the cache.
        await inPage(panel, 'history.back()');
        await expect.poll(() => inPage(panel, 'window.isAccepted && player.made.length')).toBe(2);
        expect(await inPage(panel, 'window.wasAsked === true')).toBe(hasBeforeUnload);
        await expect
          .poll(() => readLedger(panel, setup.collector.received))
          .toEqual(uniformLedger(marksOf('before', 2), waiting));
        await inPage(panel, "player.calls('after', 1)");
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
      const { calls } = await play(page, pages.url, { ...options, batch: 20 });
      await page.evaluate("addEventListener('pageshow', (event) => { window.isRestored = event.persisted; })");
      // The hook captures console messages during the calls that it observes.
      await page.evaluate(`(() => {
        const { error } = console;
        addEventListener('TelemetryEvent', () => { window.isObserved = console.error !== error; }, true);
      })()`);
      await calls('before', 2);
      expect(await page.evaluate('window.isObserved')).toBe(true);
      await page.goto(`${pages.url}/empty/`);
      await panel.evaluate('chrome.storage.local.set({ watchedSites: [] })');
      await inPage(panel, 'history.back()');
      await expect.poll(() => inPage(panel, 'window.isRestored && player.made.length')).toBe(2);
      await expect.poll(() => inPage(panel, "player.calls('unwatched', 1), window.isObserved")).toBe(false);
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
      const { calls } = await play(page, pages.url, options);
      await page.evaluate("addEventListener('unload', () => undefined)");
      await calls('before', 2);
      await page.goto(`${pages.url}/empty/`);
      await expect
        .poll(() => readLedger(panel, setup.collector.received))
        .toEqual(uniformLedger(marksOf('before', 2), lost));
      await inPage(panel, 'history.back()');
      await expect.poll(() => inPage(panel, 'typeof player === "object" && player.made.length')).toBe(0);
      await inPage(panel, "player.calls('after', 3)");
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
  const { calls } = await play(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch: 3 });
  await calls('right', 3);
  expect(await dock('undocked')).toEqual(['right', 'undocked']);
  await calls('undocked', 3);
  expect(await dock('bottom')).toEqual(['undocked', 'bottom']);
  await calls('bottom', 3);
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
  const { calls } = await play(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch: 20 });
  await calls('burst', CALL_COUNT);
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
  const { calls } = await play(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch, padding: 1_000 });
  await calls('burst', CALL_COUNT);
  await expect.poll(() => setup.collector.received.length).toBe(CALL_COUNT / batch);
  const panel = await showPanel(setup, tab);
  await expect(panel.getByText(tPattern('status.dropped'))).toBeVisible();
  await expect.poll(() => hasRow(panel, `burst-${CALL_COUNT}`)).toBe(true);
  const keptCount = (await readRecords(panel)).filter(({ call }) => call !== null).length;
  const droppedCount = CALL_COUNT - keptCount;
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

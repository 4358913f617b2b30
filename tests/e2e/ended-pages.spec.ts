import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { MAX_CACHED_MS, RECONNECT_MS } from '#core/wire/document-expiry';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { readDeliveryIssues } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { WAIT_TIMEOUT_MS } from '#tests/drivers/time-limits';
import { launch } from './fixtures';
import { evaluateInPage, openPlayPage, showPanel, testWithPageOf, waitForPlayer } from './pages/journey-test';
import { type LedgerLine, marksOf, readLedger, uniformLedger } from './pages/ledger';
import { type PlayOptions, playUrlOf } from './pages/play-page';

/** A browser with a back/forward cache, which the worker's shared browser lacks. */
let browser: LaunchedBrowser;

const test = testWithPageOf(() => browser);
test.beforeAll(async ({ headless }) => {
  browser = await launch(headless ?? true, { hasBfcache: true });
});
test.afterAll(() => browser.close());

const accepted = { state: 'accepted', tries: 1, arrived: 1 } as const;
const waiting = { state: 'waiting', tries: 0, arrived: 0 } as const;
const lost = { state: 'lost', tries: 0, arrived: 0 } as const;
const options: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 3 };

test('events of a cached page are lost when the cache entry expires, and are waiting again if the page is restored', async ({
  setup,
  pages,
  page,
}) => {
  const panel = await showPanel({ browser }, page);
  await expireCachedPagesNow(panel);
  const { makeCalls } = await openPlayPage(page, pages.url, options);
  await makeCalls('before', 2);
  await page.goto(`${pages.url}/empty/`);
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger(marksOf('before', 2), lost));
  expect(await readDeliveryIssues(panel, 'INTERACT')).toContain(t('diagnostics.lost.cacheExpired'));
  // Chromium still has the page in its cache. The panel navigates, because Playwright loses cached pages.
  await evaluateInPage(panel, 'history.back()');
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger(marksOf('before', 2), waiting));
  await evaluateInPage(panel, "player.calls('after', 1)");
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger([...marksOf('before', 2), ...marksOf('after', 1)], accepted));
});

test('events that wait in a page are lost when its renderer crashes, with the reason shown, and the next page is watched', async ({
  setup,
  pages,
  page,
}) => {
  const panel = await showPanel({ browser }, page);
  const { makeCalls } = await openPlayPage(page, pages.url, options);
  await makeCalls('before', 2);
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger(marksOf('before', 2), waiting));
  const crashed = page.waitForEvent('crash');
  const session = await browser.context.newCDPSession(page);
  // The command never responds.
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await expect
    .poll(() => readLedger(panel, setup.collector.received), { timeout: RECONNECT_MS + WAIT_TIMEOUT_MS })
    .toEqual(uniformLedger(marksOf('before', 2), lost));
  expect(await readDeliveryIssues(panel, 'INTERACT')).toContain(t('diagnostics.lost.ended'));
  // The panel navigates, because Playwright cannot navigate a page that has crashed.
  const address = JSON.stringify({ url: playUrlOf(pages.url, options) });
  await panel.evaluate(`chrome.tabs.update(chrome.devtools.inspectedWindow.tabId, ${address})`);
  await expect.poll(() => evaluateInPage(panel, 'typeof player')).toBe('object');
  await evaluateInPage(panel, "player.calls('after', 3)");
  const { lines } = uniformLedger(marksOf('after', 3), accepted);
  await expect.poll(async () => (await readLedger(panel, setup.collector.received)).lines.slice(-3)).toEqual(lines);
});

test('events that wait in a cross-site frame are lost when its renderer crashes, and the page around the frame continues', async ({
  setup,
  pages,
  page,
}) => {
  const panel = await showPanel({ browser }, page);
  const top = await openPlayPage(page, pages.url, options);
  const src = JSON.stringify(playUrlOf(pages.otherUrl, options));
  await page.evaluate(`document.body.append(Object.assign(document.createElement('iframe'), { src: ${src} }))`);
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('The page has no frame.');
  const inner = await waitForPlayer(frame, options);
  await top.makeCalls('top', 2);
  await inner.makeCalls('held', 2);
  const topLines = uniformLedger(marksOf('top', 2), waiting).lines;
  const ledgerWith = (held: Omit<LedgerLine, 'mark'>) => ({
    lines: [...topLines, ...uniformLedger(marksOf('held', 2), held).lines],
    strays: [],
  });
  await expect.poll(() => readLedger(panel, setup.collector.received)).toEqual(ledgerWith(waiting));
  const session = await browser.context.newCDPSession(frame);
  // The command never responds.
  void session.send('Page.crash').catch(() => undefined);
  await expect
    .poll(() => readLedger(panel, setup.collector.received), { timeout: RECONNECT_MS + WAIT_TIMEOUT_MS })
    .toEqual(ledgerWith(lost));
  expect(await readDeliveryIssues(panel, 'INTERACT')).toContain(t('diagnostics.lost.ended'));
  // The panel evaluates, because Playwright evaluates nothing in a page after one of its frames has crashed.
  await evaluateInPage(panel, "player.calls('after', 1)");
  const acceptedLines = uniformLedger([...marksOf('top', 2), ...marksOf('after', 1)], accepted).lines;
  await expect
    .poll(async () =>
      (await readLedger(panel, setup.collector.received)).lines.filter(({ mark }) => !mark.startsWith('held')),
    )
    .toEqual(acceptedLines);
});

/** Lets the panel's timer for the expiry of a cached page run at once. */
function expireCachedPagesNow(panel: Frame): Promise<void> {
  return panel.evaluate((cachedMs) => {
    const schedule = window.setTimeout;
    Object.assign(window, {
      setTimeout: (task: () => void, delay?: number) => schedule(task, delay === cachedMs ? 0 : delay),
    });
  }, MAX_CACHED_MS);
}

import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { valueAt } from '#core/json/json';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { reloadExtension } from '#tests/drivers/browser/reload-extension';
import { createDeferred } from '#tests/drivers/deferred';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { launch } from './fixtures';
import { test as base, openPlayPage, showPanel, waitForPlayer } from './pages/journey-test';
import { arrivedSorted, marksOf, readLedger, uniformLedger } from './pages/ledger';
import { type PlayOptions, playUrlOf } from './pages/play-page';

/** One browser for the tests of this file, which reload the extension. The last test removes the extension. */
let browser: LaunchedBrowser;
const test = base.extend<{ readonly page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  page: async ({}, use) => {
    const page = await browser.context.newPage();
    await use(page);
    await page.close();
  },
});
test.beforeAll(async ({ headless }) => {
  browser = await launch(headless ?? true);
});
test.afterAll(() => browser.close());

const defaultOptions: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 3 };
const accepted = { state: 'accepted', tries: 1, arrived: 1 } as const;

/** Collects the console messages and the uncaught errors of a page. */
function collectLogs(page: Page): readonly string[] {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  page.on('pageerror', (problem) => logged.push(`${problem}`));
  return logged;
}

for (const hasPanel of [true, false]) {
  test(`a page continues without errors when the extension is reloaded ${hasPanel ? 'with' : 'without'} a panel`, async ({
    setup,
    pages,
    page,
  }) => {
    const logged = collectLogs(page);
    const { makeCalls, readMarks, frame } = await openPlayPage(page, pages.url, defaultOptions);
    if (hasPanel) await showPanel({ browser }, page);
    await makeCalls('before', 3);
    await reloadExtension(browser);
    await makeCalls('after', 3);
    const arrived = () => arrivedSorted(setup.collector.received, ({ edata }) => edata.id);
    await expect.poll(arrived).toEqual((await readMarks()).toSorted());
    expect(await frame.evaluate('player.thrown')).toEqual([]);
    expect(logged.filter((line) => !isAbortedRequest(line))).toEqual([]);
  });
}

/**
 * Chromium aborts requests of a page when an extension with header rules starts or stops. The SDK logs the failure and
 * retries. The events of the collector are checked separately.
 */
function isAbortedRequest(line: string): boolean {
  return /^(?:Dispatcher error|Telemetry Sync Failed).*TypeError: Failed to fetch/s.test(line);
}

test('a page that is loaded after the extension is reloaded is watched as before', async ({ setup, pages, page }) => {
  await openPlayPage(page, pages.url, defaultOptions);
  await reloadExtension(browser);
  const panel = await showPanel({ browser }, page);
  const { makeCalls } = await openPlayPage(page, pages.url, defaultOptions);
  await makeCalls('fresh', 3);
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger(marksOf('fresh', 3), accepted));
});

test('a panel that is reopened after the extension is reloaded shows the earlier capture, and a button to reload the page', async ({
  pages,
  page,
}) => {
  const { makeCalls } = await openPlayPage(page, pages.url, { ...defaultOptions, batch: 1 });
  const firstPanel = await showPanel({ browser }, page);
  await makeCalls('before', 3);
  const readIds = async (panel: Frame) =>
    (await readRecords(panel)).map(({ event }) => valueAt(event?.json ?? null, ['edata', 'id']));
  await expect.poll(() => readIds(firstPanel)).toEqual(marksOf('before', 3));
  await reloadExtension(browser);
  const panel = await showPanel({ browser }, page);
  await expect.poll(() => readIds(panel)).toEqual(marksOf('before', 3));
  await panel.getByRole('button', { name: t('toolbar.clear'), exact: true }).click();
  const empty = panel.getByRole('region', { name: t('empty.watchedLate') });
  await Promise.all([page.waitForEvent('load'), empty.getByRole('button', { name: t('empty.reload') }).click()]);
  const reloaded = await waitForPlayer(page.mainFrame(), { ...defaultOptions, batch: 1 });
  await reloaded.makeCalls('after', 1);
  await expect.poll(() => readIds(panel)).toEqual(marksOf('after', 1));
});

test('a page that loads while the extension starts is watched late, and the panel shows that events may be missing', async ({
  setup,
  pages,
  page,
}) => {
  const playerRelease = createDeferred<void>();
  await page.route('**/player.js', async (route) => {
    await playerRelease.promise;
    await route.continue();
  });
  const loaded = page.goto(playUrlOf(pages.url, defaultOptions));
  await page.waitForFunction("typeof $t !== 'undefined'");
  await reloadExtension(browser);
  playerRelease.resolve();
  await loaded;
  const panel = await showPanel({ browser }, page);
  await expect(panel.getByText(t('status.watchedLate'))).toBeVisible();
  const { makeCalls } = await waitForPlayer(page.mainFrame(), defaultOptions);
  await makeCalls('late', 3);
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger(marksOf('late', 3), accepted));
  await openPlayPage(page, pages.url, defaultOptions);
  await expect(panel.getByText(t('status.watchedLate'))).toBeHidden();
});

test('the hook of a removed extension reports nothing, and the page continues', async ({ setup, pages, page }) => {
  const logged = collectLogs(page);
  const { makeCalls, readMarks } = await openPlayPage(page, pages.url, { ...defaultOptions, batch: 1 });
  await page.evaluate(countReportsScript);
  await makeCalls('watched', 1);
  expect(await page.evaluate('reports')).toBeGreaterThan(0);
  const [worker] = browser.context.serviceWorkers();
  await worker?.evaluate('chrome.management.uninstallSelf()').catch(() => undefined);
  await expect
    .poll(async () => {
      await page.evaluate('reports = 0');
      await makeCalls('alone', 1);
      return page.evaluate('reports');
    })
    .toBe(0);
  const arrived = () => arrivedSorted(setup.collector.received, ({ edata }) => edata.id);
  await expect.poll(arrived).toEqual((await readMarks()).toSorted());
  expect(logged.filter((line) => !isAbortedRequest(line))).toEqual([]);
});

/** Finds the name that hook and relay agreed on, as a hostile page can, and counts the reports of the hook. */
const countReportsScript = `(() => {
  window.reports = 0;
  const prefix = 'telemetry-v3-devtools:';
  document.addEventListener(prefix + 'name', ({ detail }) => {
    document.addEventListener(detail, () => { window.reports += 1; });
  }, { once: true });
  document.dispatchEvent(new CustomEvent(prefix + 'relay'));
})()`;

import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { eventKinds } from '#core/telemetry/kinds';
import { openPanel } from '#tests/drivers/devtools';
import { fireAllSamples, readRecords } from '#tests/drivers/panel-driver';
import { openPopup } from '#tests/drivers/popup';
import { t, tPattern } from '#tests/drivers/texts';
import type { TestSetup } from './fixtures';
import { openPlayPage, showPanel, test } from './pages/journey-test';
import { marksOf, readLedger, uniformLedger } from './pages/ledger';
import type { PlayOptions } from './pages/play-page';

const accepted = { state: 'accepted', tries: 1, arrived: 1 } as const;
const defaultOptions: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 3 };

const isPanelWindow = (page: Page) => page.url().includes('/panel.html?tab=');
const windowsOf = (setup: TestSetup) => setup.browser.context.pages().filter(isPanelWindow);

/** Runs an action that opens the window of a panel, and waits until the panel is connected. */
async function openWindowBy(setup: TestSetup, action: () => Promise<unknown>): Promise<Page> {
  const [window] = await Promise.all([setup.browser.context.waitForEvent('page', isPanelWindow), action()]);
  await window.waitForSelector('[data-ready]', { state: 'attached' });
  return window;
}

const clickOpenWindow = (panel: Frame) => panel.getByRole('button', { name: t('toolbar.openWindow') }).click();

async function openByPopup(setup: TestSetup, tab: Page): Promise<Page> {
  await tab.bringToFront();
  return openWindowBy(setup, async () => {
    const popup = await openPopup(setup.browser.context, setup.browser.extensionId);
    await popup.getByRole('button', { name: t('popup.openPanelWindow') }).click();
  });
}

test.afterEach(async ({ setup }) => {
  for (const window of windowsOf(setup)) await window.close();
});

test('a panel window without DevTools shows each event as one row with its response, and marks page loads', async ({
  setup,
  pages,
  tab,
}) => {
  const { makeCalls } = await openPlayPage(tab, pages.url, defaultOptions);
  await makeCalls('before', 3);
  const window = await openByPopup(setup, tab);
  const panel = window.mainFrame();
  await makeCalls('while', 3);
  const rows = [...marksOf('before', 3), ...marksOf('while', 3)];
  await expect.poll(() => readLedger(panel, setup.collector.received)).toEqual(uniformLedger(rows, accepted));
  const next = await openPlayPage(tab, pages.otherUrl, defaultOptions);
  await next.makeCalls('next', 3);
  await expect
    .poll(() => readLedger(panel, setup.collector.received))
    .toEqual(uniformLedger([...rows, ...marksOf('next', 3)], accepted));
  await expect(panel.getByText(tPattern('list.navigated'))).toHaveCount(1);
  await expect(panel.getByText(t('toolbar.windowShort'))).toBeVisible();
  await expect(panel.getByRole('button', { name: t('toolbar.openWindow') })).toHaveCount(0);
  await expect.poll(() => window.title()).toBe('2.0.1 by own, Telemetry V3');
});

test('a panel in a window fires through the page’s SDK', async ({ setup, pages, tab }) => {
  await openPlayPage(tab, pages.url, { ...defaultOptions, batch: 1 });
  const window = await openByPopup(setup, tab);
  await fireAllSamples(window.mainFrame());
  await expect
    .poll(async () => (await readRecords(window.mainFrame())).map(({ call, firedBy }) => [call?.method, firedBy.type]))
    .toEqual(eventKinds.map((kind) => [kind, 'panel']));
});

test('a second click focuses the panel window of the tab, and opens no other', async ({ setup, pages, tab }) => {
  await tab.goto(`${pages.url}/empty/`);
  const panel = await showPanel(setup, tab);
  const window = await openWindowBy(setup, () => clickOpenWindow(panel));
  const other = await setup.browser.context.newPage();
  await other.bringToFront();
  await clickOpenWindow(panel);
  await clickOpenWindow(panel);
  const focusedExpression =
    'chrome.tabs.getCurrent().then(({ windowId }) => chrome.windows.get(windowId)).then((it) => it.focused)';
  await expect.poll(() => window.evaluate(focusedExpression)).toBe(true);
  expect(windowsOf(setup)).toHaveLength(1);
  await other.close();
});

test('a panel window and a DevTools panel show each event once, and the stored capture is complete after both close', async ({
  setup,
  pages,
  tab,
}) => {
  const { devtools, panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  const { makeCalls } = await openPlayPage(tab, pages.url, defaultOptions);
  await makeCalls('one', 3);
  const window = await openWindowBy(setup, () => clickOpenWindow(panel));
  await makeCalls('both', 3);
  const rows = [...marksOf('one', 3), ...marksOf('both', 3)];
  for (const each of [panel, window.mainFrame()]) {
    await expect.poll(() => readLedger(each, setup.collector.received)).toEqual(uniformLedger(rows, accepted));
  }
  await devtools.close();
  await makeCalls('alone', 3);
  rows.push(...marksOf('alone', 3));
  await expect
    .poll(() => readLedger(window.mainFrame(), setup.collector.received))
    .toEqual(uniformLedger(rows, accepted));
  await window.close();
  await makeCalls('nobody', 3);
  rows.push(...marksOf('nobody', 3));
  const reopened = await showPanel(setup, tab);
  await expect.poll(() => readLedger(reopened, setup.collector.received)).toEqual(uniformLedger(rows, accepted));
});

test('a panel window retains its events and shows a notice after its tab is closed, also after a reload of the window', async ({
  setup,
  pages,
}) => {
  const tab = await setup.browser.context.newPage();
  const { makeCalls } = await openPlayPage(tab, pages.url, defaultOptions);
  await makeCalls('whole', 3);
  await makeCalls('short', 1);
  const window = await openByPopup(setup, tab);
  const panel = window.mainFrame();
  const rows = panel.getByRole('grid').getByRole('row').filter({ hasText: 'INTERACT' });
  await expect(rows).toHaveCount(4);
  await tab.close();
  await expect(panel.getByText(t('toolbar.closedLong'))).toBeVisible();
  await expect(rows).toHaveCount(4);
  await expect(rows.last()).toContainText(t('journey.lost'));
  await window.reload();
  await expect(panel.getByText(t('toolbar.closedLong'))).toBeVisible();
  await expect(rows).toHaveCount(4);
  await expect(rows.last()).toContainText(t('journey.lost'));
});

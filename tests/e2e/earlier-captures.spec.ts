import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { DEFAULT_SIZE, openPanel, resizePanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { readRecords } from '#tests/drivers/panel-driver';
import { putUncommittedPart, readStoredEventCounts } from '#tests/drivers/stored-captures';
import { t, tPattern } from '#tests/drivers/texts';
import { launch, test } from './fixtures';

for (const isKeptForDays of [true, false]) {
  const name = isKeptForDays
    ? 'a capture that is kept for 7 days is listed after the browser was closed, opens beside the live capture, and can be deleted'
    : 'a capture that is kept until the browser closes is deleted from the disk after that';
  test(name, async ({ setup, headless }) => {
    const profile = await mkdtemp(join(tmpdir(), 'telemetry-v3-earlier-'));
    // A separate browser, which is closed and started again with the same profile.
    const start = () => launch(headless ?? true, { profile });
    try {
      const events = await capture(await start(), setup.pageUrlOf('2.0.1'), isKeptForDays);
      const browser = await start();
      const panel = await openPanelAt(browser, `${setup.site.url}/blank/`);
      if (isKeptForDays) await openAndDeleteCapture(panel, events);
      await expect(panel.getByRole('region', { name: t('earlier.title') })).toBeHidden();
      await expect.poll(() => countStoredCaptures(panel)).toBe(0);
      await browser.close();
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  });
}

test('the database from before version 1 is deleted once, and the panel shows a notice until it is dismissed', async ({
  setup,
  opened: { devtools, panel },
}) => {
  const pageUrl = setup.pageUrlOf('2.0.1');
  await panel.evaluate(`new Promise((done, failed) => {
    const opening = indexedDB.open('telemetry-v3-sessions', 3);
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => { opening.result.close(); done(); };
  })`);
  await devtools.close();
  const tab = await setup.browser.context.newPage();
  await tab.goto(pageUrl);
  const updated = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  const notice = updated.panel.getByText(t('capture.earlierDeleted'));
  await expect(notice).toBeVisible();
  const databases = () => updated.panel.evaluate<string>('indexedDB.databases().then(JSON.stringify)');
  await expect.poll(databases).not.toContain('telemetry-v3');
  await updated.panel.getByRole('button', { name: t('common.dismiss') }).click();
  await expect(notice).toBeHidden();
  await updated.devtools.close();
  const reopened = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await expect(reopened.panel.getByRole('button', { name: t('toolbar.record') })).toBeVisible();
  await expect(reopened.panel.getByText(t('capture.earlierDeleted'))).toBeHidden();
});

/** Captures events in a panel that is open until the browser is closed. Returns their number. */
async function capture(browser: LaunchedBrowser, pageUrl: string, isKeptForDays: boolean): Promise<number> {
  const panel = await openPanelAt(browser, pageUrl);
  if (isKeptForDays) {
    await panel.getByRole('button', { name: t('settings.title') }).click();
    const keep = panel.getByRole('combobox', { name: t('settings.persist') });
    await keep.selectOption('for up to 7 days');
    await panel
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close') })
      .click();
  }
  const [page] = browser.context.pages().filter((each) => each.url() === pageUrl);
  if (!page) throw new Error(`Nothing shows ${pageUrl}.`);
  const { length } = await playLesson(page);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(length);
  await expect.poll(() => countStoredCaptures(panel, length)).toBe(1);
  await browser.close();
  return length;
}

/** Checks that the text of the empty list is not covered, even in a panel too low for both. */
async function expectBelowEmptyList(panel: Frame): Promise<void> {
  const devtools = panel.page();
  for (const height of [DEFAULT_SIZE.height, 330]) {
    await devtools.setViewportSize(DEFAULT_SIZE);
    await resizePanel({ devtools, panel }, DEFAULT_SIZE.width, height);
    const overlap = await panel.locator('.empty-list').evaluate((list) => {
      const [message, captures] = list.children;
      if (!message || !captures) throw new Error('The empty list has no message, or no stored captures.');
      const ends = [...message.children].map((part) => part.getBoundingClientRect().bottom);
      return Math.max(...ends) - captures.getBoundingClientRect().top;
    });
    expect(overlap, `at ${height} px`).toBeLessThanOrEqual(0);
  }
  await devtools.setViewportSize(DEFAULT_SIZE);
}

async function openAndDeleteCapture(panel: Frame, events: number): Promise<void> {
  const earlier = panel.getByRole('region', { name: t('earlier.title') });
  const item = earlier.getByRole('listitem');
  await expect(item).toHaveCount(1);
  await expect(item).toContainText(t('count.event', events));
  await expectBelowEmptyList(panel);
  const countParts = await putUncommittedPart(panel);
  const partsBefore = await countParts();
  await item.getByRole('button').first().click();
  await expect(
    panel
      .getByRole('tab', { selected: true })
      .filter({ hasText: `${events}` })
      .first(),
  ).toBeVisible();
  await expect(panel.getByText(t('status.saved'))).toBeVisible();
  await expect(panel.getByRole('grid').getByRole('row').filter({ hasText: 'START' }).first()).toBeVisible();
  // Another panel may still commit the parts that it has put.
  expect(await countParts()).toBe(partsBefore);
  expect(await readRecords(panel)).toEqual([]);
  await panel.getByRole('button', { name: t('earlier.title') }).click();
  await earlier.getByRole('button', { name: tPattern('earlier.delete') }).click();
  await panel.getByRole('tab', { name: tPattern('captures.live') }).click();
}

async function openPanelAt(browser: LaunchedBrowser, pageUrl: string): Promise<Frame> {
  const page = await browser.context.newPage();
  await page.goto(pageUrl);
  return (await openPanel(browser.context, page, browser.extensionId)).panel;
}

/** Counts the stored captures with this number of events, or with any. */
async function countStoredCaptures(panel: Frame, events?: number): Promise<number> {
  return (await readStoredEventCounts(panel)).filter((count) => count > 0 && count === (events ?? count)).length;
}

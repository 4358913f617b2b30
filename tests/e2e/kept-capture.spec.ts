import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { openPanel } from '#tests/drivers/devtools';
import { playLesson, readCalls } from '#tests/drivers/lesson';
import { readRecords } from '#tests/drivers/panel-driver';
import { reloadPanel } from '#tests/drivers/panel-reset';
import { readStoredEventCounts } from '#tests/drivers/stored-captures';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

const readRows = async (panel: Frame) => (await readRecords(panel)).map(({ row, kind }) => `${row} ${kind}`);

test('a panel that is closed and reopened shows the capture of its tab, each event once', async ({
  setup,
  tab,
  opened,
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const calls = await playLesson(tab);
  await expect.poll(async () => (await readRecords(opened.panel)).length).toBe(calls.length);
  await opened.devtools.close();
  await playLesson(tab);
  await tab.locator('body[data-played="2"]').waitFor();
  const replayedCalls = await readCalls(tab);
  const { panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await expect.poll(() => readRows(panel)).toEqual(replayedCalls.map(({ method }, index) => `${index + 1} ${method}`));
  await expect(panel.getByText(t('empty.noSdk'))).toHaveCount(0);
});

test.describe('reloaded panel', () => {
  test.use({ devtools: 'shared' });

  test('an unloaded page is still in the list of a reopened panel, with its navigation', async ({
    setup,
    tab,
    opened: { panel },
  }) => {
    await tab.goto(setup.pageUrlOf('2.0.1'));
    const calls = await playLesson(tab);
    await tab.goto(`${setup.site.url}/blank/`);
    await expect.poll(async () => (await readRecords(panel)).length).toBe(calls.length);
    await expect(panel.getByText(t('list.navigated', { page: '/blank/' })).first()).toBeVisible();
    await reloadPanel(panel);
    await expect.poll(() => readRows(panel)).toEqual(calls.map(({ method }, index) => `${index + 1} ${method}`));
    await expect(panel.getByText(t('list.navigated', { page: '/blank/' })).first()).toBeVisible();
  });

  test('cleared events are not restored', async ({ setup, tab, opened: { panel } }) => {
    await tab.goto(setup.pageUrlOf('2.0.1'));
    const calls = await playLesson(tab);
    // A panel that closes while an earlier change is still being stored may lose its last change.
    await expect.poll(() => readStoredEventCounts(panel)).toEqual([calls.length]);
    await panel.getByRole('button', { name: t('toolbar.clear'), exact: true }).click();
    await expect.poll(() => readStoredEventCounts(panel)).toEqual([0]);
    await reloadPanel(panel);
    await tab.getByRole('button', { name: 'Show a hint' }).click();
    await expect.poll(async () => (await readRecords(panel)).map(({ kind }) => kind)).toEqual(['interact']);
  });

  test('another tab shows no events of the capture', async ({ setup, tab, opened: { panel } }) => {
    await tab.goto(setup.pageUrlOf('2.0.1'));
    const calls = await playLesson(tab);
    await expect.poll(async () => (await readRecords(panel)).length).toBe(calls.length);
    const other = await setup.browser.context.newPage();
    await other.goto(setup.pageUrlOf('2.0.1'));
    const { panel: otherPanel } = await openPanel(setup.browser.context, other, setup.browser.extensionId);
    await other.getByRole('button', { name: 'Show a hint' }).click();
    await expect.poll(async () => (await readRecords(otherPanel)).map(({ kind }) => kind)).toEqual(['interact']);
    await other.close();
  });

  test('without “Preserve log” the list is cleared on each page load, and the setting is stored', async ({
    setup,
    tab,
    opened: { panel },
  }) => {
    await panel.getByRole('checkbox', { name: t('toolbar.preserveLog') }).uncheck();
    await tab.goto(setup.pageUrlOf('2.0.1'));
    await playLesson(tab);
    await tab.goto(setup.pageUrlOf('1.3.0'));
    const calls = await playLesson(tab);
    await expect
      .poll(() => readRecords(panel).then((all) => all.map(({ kind }) => kind)))
      .toEqual(calls.map(({ method }) => method));
    await reloadPanel(panel);
    await expect(panel.getByRole('checkbox', { name: t('toolbar.preserveLog') })).not.toBeChecked();
  });

  test('the setting “not at all” stores no capture', async ({ setup, tab, opened: { panel } }) => {
    await panel.getByRole('button', { name: t('settings.title') }).click();
    const keep = panel.getByRole('combobox', { name: t('settings.persist') });
    await keep.selectOption('never');
    await tab.goto(setup.pageUrlOf('2.0.1'));
    await playLesson(tab);
    await tab.goto(`${setup.site.url}/blank/`);
    await reloadPanel(panel);
    expect(await readRecords(panel)).toEqual([]);
  });
});

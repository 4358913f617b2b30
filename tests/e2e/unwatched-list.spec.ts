import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { playLesson } from '#tests/drivers/lesson';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

const rows = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');

test('the list of an unwatched site shows its requests and one notice, and watches the site with one click', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  const pageUrl = setup.pageUrlOf('2.0.1');
  const { host } = new URL(pageUrl);
  await tab.goto(pageUrl);
  await panel.getByRole('button', { name: t('toolbar.watching', { host }) }).click();
  await expect(panel.getByRole('button', { name: t('toolbar.watch'), exact: true })).toBeVisible();
  await tab.reload();
  await playLesson(tab);
  await expect.poll(async () => (await readRecords(panel)).length).toBeGreaterThan(15);
  expect((await readRecords(panel)).filter(({ call }) => call !== null)).toEqual([]);
  const note = panel.getByText(t('list.requestsOnly', { host }));
  await expect(note).toHaveCount(1);
  await expect(rows(panel).first()).toBeVisible();
  await panel.getByRole('button', { name: t('list.watch'), exact: true }).click();
  await expect(note).toHaveCount(0);
  await expect(panel.getByRole('button', { name: t('toolbar.watching', { host }) })).toBeVisible();
});

import { expect } from '@playwright/test';
import { recordsOf } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';
import { play } from './pages/journey-test';

const options = { sdk: '2.0.1', via: 'own', batch: 20, around: 'cross-site' } as const;

test('a frame of another site says that it is not watched, until it is', async ({ pages, tab, opened: { panel } }) => {
  const frameHost = new URL(pages.url).host.replace('127.0.0.1', 'localhost');
  // Both sites are watched from the start. Access to them is there, so that the browser asks nothing.
  await panel.evaluate("chrome.storage.local.set({ watchedSites: ['http://127.0.0.1/*'] })");
  await play(tab, pages.url, options);
  const hint = panel.getByText(t('status.framesNotWatched', 1, { host: frameHost }));
  await expect(hint).toBeVisible();
  await panel.getByRole('button', { name: t('list.watch'), exact: true }).click();
  await expect(hint).toHaveCount(0);
  const { calls } = await play(tab, pages.url, options);
  await calls('watched', 1);
  await expect.poll(async () => (await recordsOf(panel)).some(({ call }) => call !== null)).toBe(true);
  await expect(hint).toHaveCount(0);
});

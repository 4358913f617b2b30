import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';
import { openPlayPage } from './pages/journey-test';

test.use({ devtools: 'shared' });

const options = { sdk: '2.0.1', transport: 'own', batch: 20, around: 'cross-site' } as const;

/**
 * Stops watching the frame's site: both sites are watched from the start.
 * Access to both stays granted, so that the browser does not ask the user.
 */
const watchPageOnly = (panel: Frame) =>
  panel.evaluate("chrome.storage.local.set({ watchedSites: ['http://127.0.0.1/*'] })");

test('a frame of another site is shown as unwatched until the user watches it', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  const frameHost = new URL(pages.url).host.replace('127.0.0.1', 'localhost');
  await watchPageOnly(panel);
  await openPlayPage(tab, pages.url, options);
  const hint = panel.getByText(t('status.framesNotWatched', 1, { host: frameHost }));
  await expect(hint).toBeVisible();
  await panel.getByRole('button', { name: t('list.watch'), exact: true }).click();
  await expect(hint).toHaveCount(0);
  const { makeCalls } = await openPlayPage(tab, pages.url, options);
  await makeCalls('watched', 1);
  await expect.poll(async () => (await readRecords(panel)).some(({ call }) => call !== null)).toBe(true);
  await expect(hint).toHaveCount(0);
});

test('a frame is named by its current document, not by its src attribute', async ({
  pages: { url, otherUrl },
  setup,
  tab,
  opened: { panel },
}) => {
  await watchPageOnly(panel);
  const { host } = new URL(otherUrl);
  const hint = (count: number) => panel.getByText(t('status.framesNotWatched', count, { host }));
  const redirected = (from: string, to: string) => `${from}/redirect/?to=${encodeURIComponent(to)}`;
  const show = (...sources: readonly string[]) =>
    tab.evaluate((all) => {
      document.body.innerHTML = '';
      for (const src of all) document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, sources);
  await tab.goto(`${url}/empty/`);
  await show(`${otherUrl}/empty/`);
  await expect(hint(1)).toBeVisible();
  // Another port of the page's host is another origin, but watched.
  await show(redirected(otherUrl, `${setup.site.url}/blank/`));
  await expect(hint(1)).toHaveCount(0);
  await show(redirected(url, `${otherUrl}/empty/`));
  await expect(hint(1)).toBeVisible();
  await show(`${url}/empty/`);
  await expect(hint(1)).toHaveCount(0);
  await tab.evaluate((to) => frames[0]?.location.assign(to), `${otherUrl}/empty/`);
  await expect(hint(1)).toBeVisible();
  await show(`${otherUrl}/empty/`, `${otherUrl}/empty/`);
  await expect(hint(2)).toBeVisible();
});

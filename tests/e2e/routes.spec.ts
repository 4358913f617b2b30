import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';
import { openPlayPage } from './pages/journey-test';

test.use({ devtools: 'shared' });

test('a route change in a single-page app is not a page load, and without “Preserve log” the earlier events stay', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  await panel.getByRole('checkbox', { name: t('toolbar.preserveLog') }).uncheck();
  const { makeCalls } = await openPlayPage(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch: 20 });
  await makeCalls('first', 2);
  const interactions = async () => (await readRecords(panel)).filter(({ kind }) => kind === 'interact').length;
  await expect.poll(interactions).toBe(2);
  for (const route of ['one', 'two', 'three']) {
    await tab.evaluate((to) => history.pushState(null, '', `/${to}`), route);
    await expect
      .poll(() =>
        panel.evaluate('new Promise((done) => chrome.devtools.inspectedWindow.eval("location.pathname", done))'),
      )
      .toBe(`/${route}`);
  }
  await makeCalls('then', 1);
  await expect.poll(interactions).toBe(3);
});

/** Returns the page of each event and the text of each navigation, from top to bottom. */
const readLines = (panel: Frame): Promise<readonly string[]> =>
  panel.evaluate(`[...document.querySelectorAll('.rows > .row')].map((row) =>
    row.classList.contains('nav') ? row.querySelector('.truncate').textContent : row.querySelector('.page').textContent)`);

test('a route of a single-page app is the page of its events, and is listed before the events', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  await panel.getByRole('checkbox', { name: t('toolbar.preserveLog') }).check();
  await openPlayPage(tab, pages.url, { sdk: '2.0.1', transport: 'own', batch: 20 });
  const navigateAndCall = (steps: string, call: string) => tab.evaluate(`${steps}; player.calls('${call}', 1)`);
  await navigateAndCall('', 'first');
  // Like a router that redirects, the page leaves the first route without an event, so the list may show that route.
  await navigateAndCall(
    "history.pushState(null, '', '/redirecting'), history.replaceState(null, '', '/one?tab=2')",
    'second',
  );
  await navigateAndCall("history.pushState(null, '', '/app#/two')", 'third');
  await navigateAndCall("location.hash = '#/three'", 'fourth');
  await navigateAndCall("history.pushState(null, '', '/one')", 'fifth');
  const routes = ['/one', '/app#/two', '/app#/three', '/one'];
  const withPage = (page: string) => [t('list.navigated', { page }), page];
  const readLinesWithEvents = async () =>
    (await readLines(panel)).filter((line) => line !== t('list.navigated', { page: '/redirecting' }));
  await expect.poll(readLinesWithEvents).toEqual(['/play/', ...routes].flatMap(withPage));
  await tab.evaluate("history.pushState(null, '', '/last')");
  await expect(panel.getByText(t('list.navigated', { page: '/last' }))).toBeVisible();
  // DevTools has now reported all routes, and none is listed twice.
  await expect.poll(readLinesWithEvents).toEqual([...['/play/', ...routes].flatMap(withPage), withPage('/last')[0]]);

  await panel.getByRole('grid').getByRole('columnheader').nth(2).click({ button: 'right' });
  await panel.getByRole('menuitemcheckbox', { name: t('list.byPage') }).click();
  const groups = panel.getByRole('treegrid', { name: t('list.title') }).locator('[aria-expanded]');
  const { host } = new URL(pages.url);
  await expect(groups).toContainText(['/play/', '/one', '/app#/two', '/app#/three'].map((path) => `${host}${path}`));

  await panel.getByRole('combobox', { name: t('filter.title') }).fill('page:#/two ');
  await expect(groups).toHaveCount(1);
  await expect(groups).toContainText(`${host}/app#/two`);
});

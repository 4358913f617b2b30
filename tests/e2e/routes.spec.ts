import { expect } from '@playwright/test';
import { recordsOf } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';
import { play } from './pages/journey-test';

test.use({ devtools: 'shared' });

test('a route of a single-page app is no new page: without “Preserve log” the events before it stay', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  await panel.getByRole('checkbox', { name: t('toolbar.preserveLog') }).uncheck();
  const { calls } = await play(tab, pages.url, { sdk: '2.0.1', via: 'own', batch: 20 });
  await calls('first', 2);
  const interactions = async () => (await recordsOf(panel)).filter(({ kind }) => kind === 'interact').length;
  await expect.poll(interactions).toBe(2);
  for (const route of ['one', 'two', 'three']) {
    await tab.evaluate((to) => history.pushState(null, '', `/${to}`), route);
    await expect
      .poll(() =>
        panel.evaluate('new Promise((done) => chrome.devtools.inspectedWindow.eval("location.pathname", done))'),
      )
      .toBe(`/${route}`);
  }
  await calls('then', 1);
  await expect.poll(interactions).toBe(3);
});

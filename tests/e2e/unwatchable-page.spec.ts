import { expect } from '@playwright/test';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test('a page that extensions cannot access is shown as unwatchable, and a watched site is shown as watched again after going back', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const watching = panel.getByRole('button', { name: t('toolbar.watching', { host: new URL(tab.url()).host }) });
  await expect(watching).toBeVisible();
  await tab.goto('chrome://version');
  await expect(panel.getByText(t('toolbar.cannotWatch'), { exact: true })).toBeVisible();
  await expect(watching).toBeHidden();
  await tab.goBack();
  await expect(watching).toBeVisible();
});

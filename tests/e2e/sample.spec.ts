import { expect } from '@playwright/test';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test('the welcome page opens the sample in the panel’s interface, with events, findings and journeys', async ({
  setup: { browser },
}) => {
  const { context, extensionId } = browser;
  const welcome = await context.newPage();
  await welcome.goto(`chrome-extension://${extensionId}/welcome.html`);
  const [sample] = await Promise.all([
    context.waitForEvent('page'),
    welcome.getByRole('link', { name: t('welcome.sample') }).click(),
  ]);
  const problems: string[] = [];
  sample.on('pageerror', (error) => problems.push(error.message));
  await expect(sample.locator('#app')).toHaveAttribute('data-ready', 'true');
  const records =
    await sample.evaluate<readonly { verdict: string; requests: readonly object[] }[]>('telemetryPanel.records()');
  expect(records.length).toBeGreaterThan(15);
  expect(records.filter(({ verdict }) => verdict === 'invalid').length).toBeGreaterThan(0);
  expect(records.filter(({ requests }) => requests.length > 0).length).toBeGreaterThan(15);
  await expect(sample.getByText(t('panel.sample.title'))).toBeVisible();
  await expect(sample.getByRole('button', { name: t('toolbar.record') })).toHaveAttribute('aria-disabled', 'true');
  await sample.getByRole('button', { name: t('panel.sample.tour.find') }).click();
  await sample.getByRole('row').filter({ hasText: 'hint-button' }).first().click();
  await expect(sample.getByRole('tab', { name: t('detail.findings') })).toBeVisible();
  await sample.getByRole('tab', { name: t('toolbar.compose'), exact: true }).click();
  await expect(sample.getByRole('button', { name: t('compose.fire'), exact: true })).toBeDisabled();
  expect(problems).toEqual([]);
  await sample.close();
  await welcome.close();
});

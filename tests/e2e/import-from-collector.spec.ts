import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { startServe } from '#tests/drivers/serve-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

async function openImport(panel: Frame) {
  await panel.getByRole('button', { name: t('commandMenu.title') }).click();
  const field = panel.getByRole('combobox', { name: t('commandMenu.title'), exact: true });
  await field.fill(t('import.collector.command'));
  await field.press('Enter');
  return panel.getByRole('dialog', { name: t('import.collector.title') });
}

test('the events of a collector can be opened in DevTools as a capture by the URL of the collector’s panel', async ({
  opened: { panel },
}) => {
  const serve = await startServe();
  try {
    await serve.post(['first', 'second']);
    const dialog = await openImport(panel);
    const urlField = dialog.getByLabel(t('import.collector.url'));
    const read = dialog.getByRole('button', { name: t('import.collector.read'), exact: true });
    const { host } = new URL(serve.collector);

    await urlField.fill(serve.collector);
    await read.click();
    await expect(dialog.getByRole('alert')).toContainText(t('import.collector.noCollector', { host }));

    await urlField.fill(serve.page);
    await urlField.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(panel.getByRole('row').filter({ hasText: 'second' })).toHaveCount(1);
    const name = t('import.collector.name', { host: new URL(serve.page).host });
    await expect(panel.getByRole('tab', { name })).toBeVisible();
  } finally {
    await serve.stop();
  }
});

test('an error shows the collector that does not respond, and its URL can be changed', async ({
  opened: { panel },
}) => {
  const serve = await startServe();
  const { host } = new URL(serve.page);
  await serve.stop();
  const dialog = await openImport(panel);
  const urlField = dialog.getByLabel(t('import.collector.url'));
  await urlField.fill(host);
  await urlField.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(t('import.collector.unreachable', { host }));
  await urlField.fill('');
  await urlField.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(t('import.collector.invalidUrl'));
  await urlField.press('Escape');
  await expect(dialog).toBeHidden();
});

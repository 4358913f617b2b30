import { expect } from '@playwright/test';
import { openPanel } from '#tests/drivers/devtools';
import { recordsOf, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test('a click that the definition refuses and the pipeline takes is shown as disagreed, once the pipeline is asked', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await tab.goto(setup.addressOf('2.0.1'));
  await tab.getByRole('button', { name: 'Begin the lesson' }).click();
  await tab.evaluate("$t.interact({ type: 'CLICK', id: 'next', pageid: 'lesson' })");
  await expect.poll(async () => (await recordsOf(panel)).at(-1)?.verdict).toBe('invalid');
  const disagreed = panel.getByRole('button', { name: new RegExp(`^${t('filter.disagreed')}`) });
  await expect(disagreed).toHaveCount(0);

  await showView(panel, 'rule-sets');
  await panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }).check();
  const row = panel
    .getByRole('row')
    .filter({ has: panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }) });
  await expect(row.getByRole('cell', { name: t('ruleSets.off'), exact: true })).toHaveCount(0);
  await showView(panel, 'events');
  await disagreed.click();
  const grid = panel.getByRole('grid', { name: t('list.title') });
  await grid.getByRole('row').filter({ hasText: 'CLICK' }).click();
  await expect(
    panel.getByText(tPattern('detail.disagreement', { accepting: 'ingestion', refusing: 'definition' })),
  ).toBeVisible();

  // The choice is kept for the panels that are opened later.
  await devtools.close();
  const again = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await showView(again.panel, 'rule-sets');
  await expect(again.panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') })).toBeChecked();
  await again.panel.getByRole('checkbox', { name: t('ruleSets.name.definition') }).uncheck();
  await expect.poll(async () => (await recordsOf(again.panel)).at(-1)?.verdict).toBe('valid');
});

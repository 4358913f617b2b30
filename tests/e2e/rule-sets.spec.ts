import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { captureDownload } from '#tests/drivers/capture-download';
import { openPanel } from '#tests/drivers/devtools';
import { dropFile } from '#tests/drivers/drop-file';
import { beginLesson } from '#tests/drivers/lesson';
import { readRecords, showView } from '#tests/drivers/panel-driver';
import { reloadPanel } from '#tests/drivers/panel-reset';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test('an event that the definition rejects and the pipeline accepts is shown as a disagreement once the pipeline’s rule set is on', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await beginLesson(tab, setup.pageUrlOf('2.0.1'));
  await tab.evaluate("$t.interact({ type: 'CLICK', id: 'next', pageid: 'lesson' })");
  await expect.poll(async () => (await readRecords(panel)).at(-1)?.verdict).toBe('invalid');
  const disagreementFilter = panel.getByRole('button', { name: new RegExp(`^${t('filter.disagreed')}`) });
  await expect(disagreementFilter).toHaveCount(0);

  await showView(panel, 'rule-sets');
  await panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }).check();
  const row = panel
    .getByRole('row')
    .filter({ has: panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }) });
  await expect(row.getByRole('cell', { name: t('ruleSets.off'), exact: true })).toHaveCount(0);
  await showView(panel, 'events');
  await disagreementFilter.click();
  const grid = panel.getByRole('grid', { name: t('list.title') });
  await grid.getByRole('row').filter({ hasText: 'CLICK' }).click();
  await expect(
    panel.getByText(tPattern('detail.disagreement', { validBy: 'ingestion', invalidBy: 'definition' })),
  ).toBeVisible();

  // The active rule sets are stored for later panels.
  await devtools.close();
  const reopened = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await showView(reopened.panel, 'rule-sets');
  await expect(reopened.panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') })).toBeChecked();
  await reopened.panel.getByRole('checkbox', { name: t('ruleSets.name.definition') }).uncheck();
  await expect.poll(async () => (await readRecords(reopened.panel)).at(-1)?.verdict).toBe('valid');
  await turnOnDefaultRules(reopened.panel);
});

test.describe('DevTools open across page loads', () => {
  test.use({ devtools: 'shared' });

  test('a finding can be ignored and made a warning, which is stored, exported, and replaced by a configuration', async ({
    setup,
    tab,
    opened: { panel },
  }) => {
    await beginLesson(tab, setup.pageUrlOf('2.0.1'));
    await tab.evaluate("$t.interact({ type: 'hover', id: 'next', pageid: 'lesson' })");
    const verdict = async () => (await readRecords(panel)).at(-1)?.verdict;
    await expect.poll(() => verdict()).toBe('invalid');
    const grid = panel.getByRole('grid', { name: t('list.title') });
    await grid.getByRole('row').filter({ hasText: 'hover' }).click();
    await panel
      .getByRole('button', { name: t('policy.ignore'), exact: true })
      .first()
      .click();
    await expect.poll(() => verdict()).toBe('valid');
    await expect(panel.getByRole('button', { name: t('policy.status', { n: '1' }) })).toBeVisible();
    await panel.getByRole('button', { name: t('policy.undo') }).click();
    await expect.poll(() => verdict()).toBe('invalid');
    await panel
      .getByRole('combobox', { name: t('policy.severityOf', { rule: 'definition/not-in-list' }) })
      .selectOption('warning');
    await expect.poll(() => verdict()).toBe('valid');

    await reloadPanel(panel);
    await expect.poll(() => verdict()).toBe('valid');
    await showView(panel, 'rule-sets');
    await panel.getByText(t('ruleSets.severitiesChanged', 1)).click();
    await expect(
      panel.getByRole('combobox', { name: t('policy.severityOf', { rule: 'definition/not-in-list' }) }),
    ).toHaveValue('warning');
    const save = () => panel.getByRole('button', { name: t('policyConfig.save') }).click();
    const saved = await captureDownload(panel, save);
    expect(saved.name).toBe('telemetry-v3.config.json');
    expect(JSON.parse(saved.text)).toMatchObject({ severities: { 'definition/not-in-list': 'warning' }, ignore: [] });

    const config = {
      rules: ['definition'],
      ignore: [{ filter: 'kind:interact', reason: 'known' }],
      baseline: 'a.json',
    };
    await dropFile(panel, 'telemetry-v3.config.json', JSON.stringify(config));
    await expect(
      panel.getByText(tPattern('policyConfig.used', { rules: '1', numbers: '0', severities: '0', ignored: '1' })),
    ).toBeVisible();
    await expect(panel.getByRole('checkbox', { name: t('ruleSets.name.privacy') })).not.toBeChecked();
    await expect(panel.getByRole('textbox', { name: tPattern('ruleSets.reasonOf') })).toHaveValue('known');
    await expect.poll(() => verdict()).toBe('valid');
    const edit = t('ruleSets.ignoreRule.edit', { name: 'kind:interact' });
    await panel.getByRole('button', { name: edit }).click();
    const form = panel.getByRole('form', { name: edit });
    await form.getByLabel(t('ruleSets.ignoreRule.filter')).fill('kind:log');
    await form.getByLabel(t('ruleSets.ignoreRule.filter')).press('Enter');
    await expect.poll(() => verdict()).toBe('invalid');
    await panel.getByRole('button', { name: t('policy.undo') }).click();
    await expect.poll(() => verdict()).toBe('valid');
    await panel.getByRole('button', { name: t('ruleSets.reset') }).click();
    await expect.poll(() => verdict()).toBe('invalid');
  });
});

/** Restores the settings, which all tests of a browser share. */
async function turnOnDefaultRules(panel: Frame): Promise<void> {
  await showView(panel, 'rule-sets');
  for (const name of ['definition', 'envelope', 'privacy', 'hints'] as const) {
    await panel.getByRole('checkbox', { name: t(`ruleSets.name.${name}`) }).check();
  }
  await panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }).uncheck();
}

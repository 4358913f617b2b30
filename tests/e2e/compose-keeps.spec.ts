import { expect } from '@playwright/test';
import { composeSample, removeStoredComposeData, writeDraftJson } from '#tests/drivers/compose-driver';
import { selectKind, showView } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.afterEach(({ setup }) => removeStoredComposeData(setup.browser));

test('unsaved input is preserved and can be undone after a change of tab, kind, view, and side of a narrow panel', async ({
  opened: { panel, devtools },
}) => {
  const half = '{ "data": { "level": "IN';
  await composeSample(panel, 'log');
  await panel.getByLabel('data.message', { exact: true }).fill('entered in the form');
  await writeDraftJson(panel, 'log', half);
  const editor = panel.getByRole('textbox', { name: t('compose.asJson', { kind: 'LOG' }) });

  await panel.getByRole('tab', { name: t('collector.requestBody') }).click();
  await panel.getByRole('tab', { name: t('collector.response') }).click();
  await panel.getByRole('tab', { name: t('collector.arguments') }).click();
  await expect(editor).toHaveText(half);
  await selectKind(panel, 'search');
  await panel.getByLabel('data.query', { exact: true }).fill('another draft');
  await showView(panel, 'events');
  await showView(panel, 'scenarios');
  await showView(panel, 'compose');
  await expect(panel.getByLabel('data.query', { exact: true })).toHaveValue('another draft');
  await panel.getByRole('button', { name: t('negativeTests.open') }).click();
  await selectKind(panel, 'log');
  await panel.getByRole('button', { name: t('negativeTests.back') }).click();
  await expect(editor).toHaveText(half);

  await devtools.setViewportSize({ width: 500, height: 800 });
  const sides = panel.getByRole('radiogroup', { name: t('compose.sides') });
  await sides.getByRole('radio', { name: t('json.title') }).click();
  await expect(editor).toHaveText(half);
  await sides.getByRole('radio', { name: t('compose.sideForm') }).click();
  await panel.getByRole('button', { name: t('compose.undo') }).click();
  await expect(panel.getByLabel('data.message', { exact: true })).toHaveValue('entered in the form');
  await panel.getByRole('button', { name: t('compose.redo') }).click();
  await sides.getByRole('radio', { name: t('json.title') }).click();
  await expect(editor).toHaveText(half);
});

import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { captureDownload } from '#tests/drivers/capture-download';
import { composeSample, removeStoredComposeData, writeDraftJson } from '#tests/drivers/compose-driver';
import { openPanel } from '#tests/drivers/devtools';
import { selectKind } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

const STORED_SAMPLES = "chrome.storage.local.get('compose-samples').then((all) => all['compose-samples'])";

test.use({ devtools: 'shared' });

test.afterEach(({ setup }) => removeStoredComposeData(setup.browser));

test('a draft can be saved as a sample with tags, found, opened in another kind, renamed, deleted and restored', async ({
  opened: { panel },
}) => {
  await composeSample(panel, 'search');
  await saveSample(panel, 'Hindi search', 'hindi, दिल्ली', '{"data":{"query":"जल चक्र"}}');
  for (let n = 1; n <= 5; n += 1) await saveSample(panel, `Filler ${n}`, '', `{"data":{"query":"${n}"}}`);

  const search = panel.getByRole('textbox', { name: t('samples.search') });
  await search.fill('दिल्ली');
  await expect(samplesOf(panel).getByRole('listitem')).toHaveText([/^Hindi search/]);
  await selectKind(panel, 'log');
  await samplesOf(panel).getByRole('button', { name: 'Hindi search', exact: true }).click();
  await expect(panel.getByRole('heading', { name: 'SEARCH' })).toBeVisible();
  await expect(panel.getByLabel('data.query', { exact: true })).toHaveValue('जल चक्र');

  await samplesOf(panel)
    .getByRole('button', { name: t('samples.renameThis', { name: 'Hindi search' }) })
    .click();
  const dialog = panel.getByRole('alertdialog', { name: t('samples.renameTitle') });
  await expect(dialog.getByLabel(t('samples.tags'))).toHaveValue('hindi, दिल्ली');
  await dialog.getByLabel(t('samples.name')).fill('Water cycle');
  await dialog.getByLabel(t('samples.tags')).fill('जल');
  await dialog.getByLabel(t('samples.tags')).press('Enter');
  await expect(samplesOf(panel).getByRole('listitem')).toHaveCount(0);
  await search.fill('जल');
  await samplesOf(panel)
    .getByRole('button', { name: t('samples.delete', { name: 'Water cycle' }) })
    .click();
  await expect(samplesOf(panel).getByText('Water cycle')).toHaveCount(0);
  await panel
    .getByRole('status')
    .filter({ hasText: t('samples.deleted', { name: 'Water cycle' }) })
    .getByRole('button', { name: t('common.undo') })
    .click();
  await search.fill('');
  await expect(samplesOf(panel).getByRole('listitem').first()).toHaveText(/^Water cycle/);
});

test('samples can be exported to a file and imported into an empty library, and an invalid file changes nothing', async ({
  opened: { panel },
}) => {
  await composeSample(panel, 'log');
  await saveSample(panel, 'One line', 'quick', '{"data":{"type":"api","level":"INFO","message":"one"}}');
  const { text: file } = await captureDownload(panel, () =>
    panel.getByRole('button', { name: t('samples.export') }).click(),
  );
  expect(JSON.parse(file)).toEqual({
    format: 'telemetry-v3-samples',
    version: 1,
    samples: [
      {
        name: 'One line',
        tags: ['quick'],
        kind: 'log',
        draft: { data: { type: 'api', level: 'INFO', message: 'one' } },
      },
    ],
  });
  await samplesOf(panel)
    .getByRole('button', { name: t('samples.delete', { name: 'One line' }) })
    .click();
  await expect(panel.getByText(t('samples.none'))).toBeVisible();

  await importFile(panel, file.replace('"log"', '"logg"'));
  await expect(panel.getByRole('alert').filter({ hasText: 'samples.0.kind' })).toBeVisible();
  await expect(samplesOf(panel).getByRole('listitem')).toHaveCount(0);
  await importFile(panel, file);
  await expect(panel.getByText(t('samples.added', { samples: t('count.sample', 1) }))).toBeVisible();
  await expect.poll(() => panel.evaluate(STORED_SAMPLES)).toContain('One line');
  await importFile(panel, file);
  await expect(panel.getByText(t('samples.added', { samples: t('count.sample', 0) }))).toBeVisible();
  await expect(samplesOf(panel).getByRole('listitem')).toHaveText([/^One line/]);
});

test('samples are restored after a reload of the panel, with the original order of their fields', async ({
  opened: { panel },
}) => {
  await composeSample(panel, 'log');
  await saveSample(panel, 'Kept', '', '{"data":{"type":"api","message":"kept","level":"INFO"}}');
  await expect.poll(() => panel.evaluate(STORED_SAMPLES)).toContain('Kept');
  await panel.evaluate('location.reload()');
  await panel.locator('#app[data-ready]').waitFor();
  await composeSample(panel, 'log');
  await samplesOf(panel).getByRole('button', { name: 'Kept', exact: true }).click();
  await expect(panel.getByRole('textbox', { name: t('compose.asJson', { kind: 'LOG' }) })).toHaveText(
    /"type": "api",\s*"message": "kept",\s*"level": "INFO"/,
  );
});

test('the panels of two tabs share their samples', async ({ setup, opened: { panel } }) => {
  const { context, extensionId } = setup.browser;
  const otherTab = await context.newPage();
  await otherTab.goto(setup.pageUrlOf('2.0.1'));
  const { panel: other, devtools } = await openPanel(context, otherTab, extensionId);
  try {
    await composeSample(panel, 'log');
    await composeSample(other, 'log');
    await saveSample(panel, 'From one', '', '{"data":{"message":"one"}}');
    await expect(samplesOf(other).getByRole('listitem')).toHaveText([/^From one/]);
    await saveSample(other, 'From the other', '', '{"data":{"message":"other"}}');
    await expect(samplesOf(panel).getByRole('listitem')).toHaveText([/^From one/, /^From the other/]);
    await samplesOf(panel)
      .getByRole('button', { name: t('samples.delete', { name: 'From one' }) })
      .click();
    await expect(samplesOf(other).getByRole('listitem')).toHaveText([/^From the other/]);
  } finally {
    await devtools.close();
    await otherTab.close();
  }
});

function samplesOf(panel: Frame) {
  return panel.getByRole('region', { name: t('samples.mine') });
}

async function saveSample(panel: Frame, name: string, tags: string, json: string): Promise<void> {
  await writeDraftJson(panel, json.includes('query') ? 'search' : 'log', json);
  await panel.getByRole('button', { name: t('samples.saveAs') }).click();
  const dialog = panel.getByRole('alertdialog', { name: t('samples.saveTitle') });
  await expect(dialog.getByLabel(t('samples.name'))).toBeFocused();
  await dialog.getByLabel(t('samples.name')).fill(name);
  await dialog.getByLabel(t('samples.tags')).fill(tags);
  await dialog.getByRole('button', { name: t('samples.save'), exact: true }).click();
  await expect(samplesOf(panel).getByRole('button', { name, exact: true })).toBeVisible();
}

async function importFile(panel: Frame, text: string): Promise<void> {
  const file = { name: 'telemetry-samples.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await panel.getByLabel(t('samples.file')).setInputFiles(file);
}

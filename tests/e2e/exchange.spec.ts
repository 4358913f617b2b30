import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import papaparse from 'papaparse';
import type { Frame, Page } from 'playwright';
import { type ExportFormat, exportFormats } from '#core/formats/formats';
import { dropFile } from '#tests/drivers/drop-file';
import { downloadExport, openExport } from '#tests/drivers/export-driver';
import { playLesson } from '#tests/drivers/lesson';
import { readRecords } from '#tests/drivers/panel-driver';
import { t, textsInOrder, tPattern } from '#tests/drivers/texts';
import { exportToText, writingOf } from '#tests/fixtures/exchange';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const MAIL = 'ann.lee@example.org';
const PHONE = '+919876543210';

/**
 * Plays a lesson, and calls once with personal data.
 * Waits until the panel has all calls. Returns their number.
 */
async function recordLesson(tab: Page, panel: Frame, pageUrl: string): Promise<number> {
  await tab.goto(pageUrl);
  const calls = await playLesson(tab);
  await tab.evaluate(`$t.interact({ type: 'TOUCH', id: '${MAIL}', pageid: '${PHONE}' })`);
  await tab.evaluate(`$t.syncEvents?.()`);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(calls.length + 1);
  return calls.length + 1;
}

const checks: Readonly<Partial<Record<ExportFormat, (text: string, count: number) => void>>> = {
  capture: (text, count) => {
    expect(JSON.parse(text)).toMatchObject({ format: 'telemetry-v3-capture', version: 1 });
    expect(JSON.parse(text).records).toHaveLength(count);
  },
  ndjson: (text, count) =>
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toHaveLength(count),
  csv: (text, count) => expect(papaparse.parse(text.trim()).data).toHaveLength(count + 1),
  har: (text) => expect(JSON.parse(text).log.entries[0].request.postData.text).toContain('"eid"'),
  curl: (text) => expect(text).toMatch(/^curl --globoff --proto '=http,https' \\\n {2}--url 'http/m),
  sdk: (text, count) => expect(text.match(/^(?:\$t|EkTelemetry)\.\w+\(/gm)).toHaveLength(count),
};

test('every format can be saved with all events, redacted by default and unredacted on request', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  const count = await recordLesson(tab, panel, setup.pageUrlOf('2.0.1'));
  for (const { id: format } of exportFormats) {
    await openExport(panel, format);
    const redacted = await downloadExport(panel);
    expect(redacted.name).toMatch(/^telemetry-[\w.]+-\d+-\d{4}-\d\d-\d\d-\d{4}\.\w+/);
    checks[format]?.(redacted.text, count);
    for (const secret of [MAIL, PHONE]) expect(redacted.text).not.toContain(secret);

    await openExport(panel, format);
    await panel.getByRole('checkbox', { name: t('export.redact') }).uncheck();
    await expect(panel.getByText(t('export.unredactedHint'))).toBeVisible();
    const unredacted = await downloadExport(panel, t('export.downloadUnredacted'));
    checks[format]?.(unredacted.text, count);
    if (format !== 'har' && format !== 'curl') expect(unredacted.text).toContain(MAIL);
  }
});

test('only the shown events are exported, and the export can be previewed and copied', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await recordLesson(tab, panel, setup.pageUrlOf('2.0.1'));
  await panel
    .getByRole('combobox', { name: t('filter.title') })
    .first()
    .fill('kind:interact ');
  await openExport(panel, 'ndjson');
  await expect(panel.getByRole('radio', { name: t('export.shown') })).toBeChecked();
  await expect(panel.getByRole('region', { name: t('export.preview') })).toContainText('"eid":"INTERACT"');
  const { text } = await downloadExport(panel);
  const eids = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).eid);
  expect(new Set(eids)).toEqual(new Set(['INTERACT']));

  await openExport(panel, 'sdk');
  await panel.getByRole('button', { name: t('export.copy'), exact: true }).click();
  await expect(panel.getByText(tPattern('toast.copied', { what: tPattern('export.copied') }))).toBeVisible();
});

test('a saved capture opens beside the live capture, which continues to record', async ({
  setup,
  tab,
  opened: { panel },
}, info) => {
  const count = await recordLesson(tab, panel, setup.pageUrlOf('2.0.1'));
  await openExport(panel, 'capture');
  const { text } = await downloadExport(panel);
  const path = info.outputPath('kept.json');
  await writeFile(path, text);
  await panel.getByLabel(t('import.files')).setInputFiles(path);
  const sessionTab = panel.getByRole('tab', { name: `kept.json ${count}` });
  await expect(sessionTab).toHaveAttribute('aria-selected', 'true');
  await expect(panel.getByText('email-1@redacted.invalid').first()).toBeAttached();

  await tab.getByRole('button', { name: 'Show a hint' }).click();
  await expect(panel.getByRole('tab', { name: `${t('captures.live')} ${count + 1}` })).toBeVisible();
  await expect(sessionTab).toBeVisible();
  const clear = panel.getByRole('button', { name: t('toolbar.clear'), exact: true });
  await expect(clear).toHaveAttribute('aria-disabled', 'true');
  await expect(clear).toHaveAttribute('title', t('captures.fromFile', { name: 'kept.json' }));

  await openExport(panel, 'capture');
  const again = JSON.parse((await downloadExport(panel)).text);
  expect(again.records).toEqual(JSON.parse(text).records);

  await panel.getByRole('button', { name: t('captures.close', { name: 'kept.json' }) }).click();
  await expect(panel.getByRole('tab', { name: t('captures.live') })).toHaveCount(0);
  expect(await readRecords(panel)).toHaveLength(count + 1);
});

test('dropped NDJSON and HAR files are opened', async ({ opened: { panel } }) => {
  const records = [recordOf(1), recordOf(2)];
  await dropFile(panel, 'events.ndjson', exportToText('ndjson', writingOf(records)));
  await expect(panel.getByRole('tab', { name: 'events.ndjson 2' })).toBeVisible();
  await expect(panel.getByText(t('import.drop'))).toHaveCount(0);
  const batch = JSON.stringify({ events: [{ eid: 'LOG', mid: 'a', edata: {} }] });
  const entry = {
    startedDateTime: '2026-11-21T10:15:00.000Z',
    request: { method: 'POST', url: 'https://x.org/', postData: { text: batch } },
    response: { status: 200 },
  };
  await dropFile(panel, 'site.har', JSON.stringify({ log: { version: '1.2', entries: [entry] } }));
  await expect(panel.getByRole('tab', { name: 'site.har 1' })).toHaveAttribute('aria-selected', 'true');
  await expect(panel.getByRole('grid').getByText(t('journey.accepted'))).toBeVisible();
});

test('a file without events is reported by name, and a damaged file opens with its readable events', async ({
  opened: { panel },
}) => {
  await dropFile(panel, 'notes.txt', 'hello');
  await expect(panel.getByText(textsInOrder('notes.txt', t('import.fault.noEventInText')))).toBeVisible();
  const later = exportToText('capture', writingOf([recordOf(1)])).replace('"version":1', '"version":9');
  await dropFile(panel, 'later.json', later);
  await expect(
    panel.getByText(
      textsInOrder(
        'later.json',
        t('import.fault.line', { line: 1, message: t('import.fault.version', { found: 9, known: 1 }) }),
      ),
    ),
  ).toBeVisible();
  await dropFile(panel, 'cut.ndjson', '{"eid":"LOG"}\n{"eid":');
  await expect(panel.getByText(textsInOrder('cut.ndjson', tPattern('form.jsonFault', { line: 2 })))).toBeVisible();
  await expect(panel.getByRole('tab', { name: 'cut.ndjson 1' })).toBeVisible();
});

const EVENT_COUNT = 100_000;

test.describe('with DevTools of its own, which the file fills', () => {
  test.use({ devtools: 'own' });

  test('100,000 events are read with progress while the panel stays responsive, and reading can be cancelled', async ({
    setup,
    tab,
    opened: { panel },
  }, info) => {
    const json = { eid: 'INTERACT', ets: 1, mid: 'm', ver: '3.0', edata: { type: 'TOUCH', id: 'x'.repeat(600) } };
    const many = Array.from({ length: EVENT_COUNT }, (_, index) => recordOf(index + 1, { event: eventOf({ json }) }));
    const path = info.outputPath('many.json');
    await writeFile(path, exportToText('capture', writingOf(many)));
    await tab.goto(setup.pageUrlOf('2.0.1'));

    await panel.getByLabel(t('import.files')).setInputFiles(path);
    await panel.getByRole('button', { name: t('import.stop', { name: 'many.json' }) }).click();
    await expect(panel.getByText(t('import.stopped', { name: 'many.json' }))).toBeVisible();
    await expect(panel.getByRole('tab', { name: /many\.json/ })).toHaveCount(0);

    await panel.getByLabel(t('import.files')).setInputFiles(path);
    await expect(panel.getByRole('progressbar', { name: t('import.reading', { name: 'many.json' }) })).toBeVisible();
    await tab.getByRole('button', { name: 'Show a hint' }).click();
    await expect(panel.getByRole('tab', { name: new RegExp(`^${t('captures.live')} [1-9]`) })).toBeVisible();
    await expect(panel.getByRole('progressbar', { name: t('import.reading', { name: 'many.json' }) })).toBeVisible();
    await expect(panel.getByRole('tab', { name: 'many.json 100,000' })).toBeVisible({ timeout: 120_000 });
    await expect(panel.getByText(t('status.events', 100_000), { exact: true })).toBeVisible();
  });
});

import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { recordPressedKeys } from '#tests/drivers/pressed-keys';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const rows = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');
const comparison = (panel: Frame) => panel.getByRole('region', { name: t('compare.title'), exact: true });

test.beforeEach(async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await tab.evaluate(`
    $t.log({ type: 'first', level: 'INFO', message: 'same', pageid: 'home' });
    // Two events of one millisecond have the same ets, and one volatile field less.
    for (const calledAt = Date.now(); Date.now() === calledAt; );
    $t.log({ type: 'second', level: 'INFO', message: 'same', params: [{ retries: 2 }] });`);
  await expect(rows(panel).filter({ hasText: 'second' })).toBeVisible();
});

async function selectBoth(panel: Frame): Promise<void> {
  await rows(panel).filter({ hasText: 'first' }).click();
  await rows(panel)
    .filter({ hasText: 'second' })
    .click({ modifiers: ['ControlOrMeta'] });
}

/** The paths of the fields that differ, as the table lists them. */
const paths = (panel: Frame) => comparison(panel).getByRole('rowheader').locator('code');

async function expectComparison(panel: Frame): Promise<void> {
  await expect(paths(panel)).toHaveText(['edata.type', 'edata.pageid', 'edata.params']);
}

const close = (devtools: Page) => devtools.keyboard.press('Escape');

test('two events can be compared by key, button and menu, and C and Esc do not reach DevTools', async ({
  opened: { devtools, panel },
}) => {
  await selectBoth(panel);
  const readKeys = await recordPressedKeys(panel);
  await devtools.keyboard.press('c');
  await expectComparison(panel);
  await comparison(panel).getByText(t('compare.volatile', 2)).click();
  await expect(paths(panel)).toHaveCount(5);
  await close(devtools);
  await expect(comparison(panel)).toBeHidden();
  expect(await readKeys()).toEqual([]);

  await panel.getByRole('button', { name: t('compare.selected'), exact: true }).click();
  await expectComparison(panel);
  await close(devtools);
  await expect(comparison(panel)).toBeHidden();

  await rows(panel).filter({ hasText: 'second' }).click();
  await rows(panel).filter({ hasText: 'first' }).click({ button: 'right' });
  await panel.getByRole('menuitem', { name: t('compare.withRow', { n: '' }) }).click();
  await expect(paths(panel)).toHaveText(['edata.type', 'edata.params', 'edata.pageid']);
  await close(devtools);
});

test('a row can be compared with the most similar row of another capture, which is preselected', async ({
  opened: { devtools, panel },
}) => {
  const lines = [
    { eid: 'LOG', mid: 'LOG:far', edata: { type: 'other', level: 'ERROR', pageid: 'home' } },
    { eid: 'LOG', mid: 'LOG:near', edata: { type: 'first', level: 'WARN', message: 'same', pageid: 'home' } },
  ];
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
  const name = 'yesterday.ndjson';
  await panel.getByLabel(t('import.files')).setInputFiles({ name, mimeType: 'application/x-ndjson', buffer });
  await expect(rows(panel)).toHaveCount(lines.length);
  await panel.getByRole('tab', { name: t('captures.live') }).click();
  await rows(panel).filter({ hasText: 'first' }).click({ button: 'right' });
  await panel.getByRole('menuitem', { name: t('compare.withOther') }).click();
  const nearest = t('compare.rowOf', { n: '2', capture: name });
  await expect(comparison(panel).getByRole('combobox', { name: t('compare.with') })).toHaveText(
    new RegExp(`^${nearest}`),
  );
  await expect(paths(panel).filter({ hasText: 'edata.level' })).toHaveCount(1);
  await comparison(panel).getByRole('button', { name: nearest }).first().click();
  await expect(rows(panel)).toHaveCount(lines.length);
  await close(devtools);
  await panel.getByRole('button', { name: t('captures.close', { name }) }).click();
});

import { expect } from '@playwright/test';
import { openPanel } from '#tests/drivers/devtools';
import { dropFiles } from '#tests/drivers/drop-file';
import { beginLesson } from '#tests/drivers/lesson';
import { readRecords, showView } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

/** Two schemas like those of a pipeline. They do not allow `type`, which each INTERACT has. */
const schemas = {
  'common.json': JSON.stringify({
    $schema: 'http://json-schema.org/draft-04/schema#',
    id: 'http://api.ekstep.org/telemetry/common',
    type: 'object',
    required: ['eid', 'mid'],
  }),
  'interact.json': JSON.stringify({
    $schema: 'http://json-schema.org/draft-04/schema#',
    allOf: [{ $ref: 'http://api.ekstep.org/telemetry/common' }],
    properties: {
      edata: { properties: { id: {}, pageid: {}, subtype: {} }, additionalProperties: false },
    },
  }),
};

test('dropped schemas validate the events, can be filtered by and turned off, and are restored when DevTools is reopened', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await beginLesson(tab, setup.pageUrlOf('2.0.1'));
  await tab.evaluate("$t.interact({ type: 'TOUCH', id: 'next', pageid: 'lesson' })");
  await expect.poll(async () => (await readRecords(panel)).at(-1)?.verdict).toBe('valid');

  // A schema that is dropped on the list is offered as a set.
  await dropFiles(panel, schemas);
  const dialog = panel.getByRole('dialog', { name: t('schemas.set.title') });
  await dialog.getByLabel(t('schemas.set.name')).fill('team');
  await dialog.getByRole('button', { name: t('schemas.set.addNow') }).click();
  const row = panel.getByRole('row').filter({ has: panel.getByRole('checkbox', { name: 'team' }) });
  await expect(row.getByText('For INTERACT.')).toBeVisible();
  await expect.poll(async () => (await readRecords(panel)).at(-1)?.verdict).toBe('invalid');

  await showView(panel, 'events');
  await panel.getByRole('combobox', { name: t('filter.title') }).fill('rule:schema:team');
  const grid = panel.getByRole('grid', { name: t('list.title') });
  const lines = grid.getByRole('row').filter({ hasText: 'INTERACT' });
  await expect(lines.first()).toBeVisible();
  await expect(grid.getByRole('row').filter({ hasText: 'IMPRESSION' })).toHaveCount(0);
  await lines.last().click();
  await expect(panel.getByText(/type is not allowed by interact\.json/).first()).toBeVisible();

  // Invalid files leave the previous schemas active.
  await showView(panel, 'rule-sets');
  await dropFiles(panel, { 'interact.json': '"no schema"' }, '[data-schema-set]');
  await expect(row.getByText(t('schemas.set.newerKept'))).toBeVisible();
  await row.getByRole('button', { name: t('schemas.set.discard') }).click();
  await expect(row.getByText(t('schemas.set.newerKept'))).toHaveCount(0);

  await devtools.close();
  const reopened = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await expect.poll(async () => (await readRecords(reopened.panel)).at(-1)?.verdict).toBe('invalid');
  await showView(reopened.panel, 'rule-sets');
  await reopened.panel.getByRole('checkbox', { name: 'team' }).uncheck();
  await expect.poll(async () => (await readRecords(reopened.panel)).at(-1)?.verdict).toBe('valid');
});

test('patterns that need backtracking are checked in a worker, and a pattern that times out is reported and ignored', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await beginLesson(tab, setup.pageUrlOf('2.0.1'));
  const patterns = { id: '^(\\w+)-\\1$', pageid: '^(a+)+\\1$|^lesson$' };
  const properties = Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, { pattern }]));
  await dropFiles(panel, { 'interact.json': JSON.stringify({ properties: { edata: { properties } } }) });
  const dialog = panel.getByRole('dialog', { name: t('schemas.set.title') });
  await dialog.getByLabel(t('schemas.set.name')).fill('team');
  await dialog.getByRole('button', { name: t('schemas.set.addNow') }).click();
  const details = panel
    .getByRole('row')
    .filter({ hasText: t('schemas.problem.backgroundPattern', { pattern: patterns.id }) });
  await panel.getByRole('button', { name: t('schemas.set.details') }).click();
  await expect(details).toBeVisible();

  const interact = (id: string, pageid: string) =>
    tab.evaluate((edata) => (globalThis as never as { $t: { interact(edata: unknown): void } }).$t.interact(edata), {
      type: 'TOUCH',
      id,
      pageid,
    });
  const verdicts = async () =>
    (await readRecords(panel)).filter(({ kind }) => kind === 'interact').map(({ verdict }) => verdict);
  await interact('on-on', 'lesson');
  await interact('on-off', 'lesson');
  await expect.poll(async () => (await verdicts()).slice(-2)).toEqual(['valid', 'invalid']);

  await interact('on-on', `${'a'.repeat(60)}!`);
  const slow = t('schemas.problem.slowPattern', { pattern: patterns.pageid });
  await expect(panel.getByText(slow).first()).toBeVisible();
  await interact('off-on', 'elsewhere');
  await expect.poll(async () => (await verdicts()).slice(-4)).toEqual(['valid', 'invalid', 'valid', 'invalid']);
  await expect(panel.getByText(t('schemas.problem.backgroundPattern', { pattern: patterns.pageid }))).toHaveCount(0);
});

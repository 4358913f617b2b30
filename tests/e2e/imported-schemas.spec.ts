import { expect } from '@playwright/test';
import { openPanel } from '#tests/drivers/devtools';
import { dropFiles } from '#tests/drivers/drop-file';
import { beginLesson } from '#tests/drivers/lesson';
import { recordsOf, showView } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

/** A part of what a pipeline has, with a field of the event's data that no real page sends. */
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

test('dropped schemas judge the events, are filtered by, turned off, and kept for the next DevTools', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await beginLesson(tab, setup.addressOf('2.0.1'));
  await tab.evaluate("$t.interact({ type: 'TOUCH', id: 'next', pageid: 'lesson' })");
  await expect.poll(async () => (await recordsOf(panel)).at(-1)?.verdict).toBe('valid');

  // A schema that is dropped on the list is offered as a set.
  await dropFiles(panel, schemas);
  const dialog = panel.getByRole('dialog', { name: t('schemas.set.title') });
  await dialog.getByLabel(t('schemas.set.name')).fill('team');
  await dialog.getByRole('button', { name: t('schemas.set.addNow') }).click();
  const row = panel.getByRole('row').filter({ has: panel.getByRole('checkbox', { name: 'team' }) });
  await expect(row.getByText('For INTERACT.')).toBeVisible();
  await expect.poll(async () => (await recordsOf(panel)).at(-1)?.verdict).toBe('invalid');

  await showView(panel, 'events');
  await panel.getByRole('combobox', { name: t('filter.title') }).fill('rule:schema:team');
  const grid = panel.getByRole('grid', { name: t('list.title') });
  const lines = grid.getByRole('row').filter({ hasText: 'INTERACT' });
  await expect(lines.first()).toBeVisible();
  await expect(grid.getByRole('row').filter({ hasText: 'IMPRESSION' })).toHaveCount(0);
  await lines.last().click();
  await expect(panel.getByText(/type is not allowed by interact\.json/).first()).toBeVisible();

  // Files that cannot be used leave those before in force.
  await showView(panel, 'rule-sets');
  await dropFiles(panel, { 'interact.json': '"no schema"' }, '[data-schema-set]');
  await expect(row.getByText(t('schemas.set.newerKept'))).toBeVisible();
  await row.getByRole('button', { name: t('schemas.set.discard') }).click();
  await expect(row.getByText(t('schemas.set.newerKept'))).toHaveCount(0);

  await devtools.close();
  const again = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await expect.poll(async () => (await recordsOf(again.panel)).at(-1)?.verdict).toBe('invalid');
  await showView(again.panel, 'rule-sets');
  await again.panel.getByRole('checkbox', { name: 'team' }).uncheck();
  await expect.poll(async () => (await recordsOf(again.panel)).at(-1)?.verdict).toBe('valid');
});

import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { beginLesson, playLesson } from '#tests/drivers/lesson';
import { readRecords, showView } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const CLICK = "$t.interact({ type: 'CLICK', id: 'next', pageid: 'lesson' })";

const grid = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') });

/** Emits the events of the page, and flushes the batch. */
async function emitEvents(tab: Page, pageUrl: string, panel: Frame): Promise<void> {
  await beginLesson(tab, pageUrl);
  await tab.evaluate(CLICK);
  await playLesson(tab);
  await expect
    .poll(async () => (await readRecords(panel)).some(({ requests }) => requests.at(-1)?.end.status === 'responded'))
    .toBe(true);
}

test('the predicted result is shown after the acceptance, by the rules of the selected pipeline', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await emitEvents(tab, setup.pageUrlOf('2.0.1'), panel);
  const clicked = grid(panel).getByRole('row').filter({ hasText: 'CLICK' }).first();
  await clicked.click();
  const steps = panel.getByRole('list', { name: t('detail.journey') }).getByRole('listitem');
  const processed = t('fate.predicted', { outcome: t('fate.outcome.accepted') });
  await expect(steps).toHaveCount(5);
  await expect(steps.last()).toContainText(processed);

  await panel.getByRole('tab', { name: t('detail.journey') }).click();
  const pipeline = t('ruleSets.pipeline.sunbird5');
  await expect(panel.getByText(t('fate.by', { pipeline }))).toBeVisible();
  await panel.getByRole('button', { name: t('fate.selectPipeline') }).click();
  await expect(panel.getByRole('heading', { name: t('ruleSets.title') })).toBeVisible();
});

test('predictions use the changed pipeline limits, which persist until reset', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await emitEvents(tab, setup.pageUrlOf('2.0.1'), panel);
  await showView(panel, 'rule-sets');
  const size = panel.getByRole('textbox', { name: t('ruleSets.pipeline.number.maxEventBytes') });
  await size.fill('100 B');
  await size.press('Enter');
  await expect(panel.getByText(t('ruleSets.pipeline.changedFrom', { own: '1 MiB' }))).toBeVisible();
  await showView(panel, 'events');
  await grid(panel).getByRole('row').filter({ hasText: 'CLICK' }).first().click();
  const last = panel
    .getByRole('list', { name: t('detail.journey') })
    .getByRole('listitem')
    .last();
  await expect(last).toContainText(t('fate.predicted', { outcome: t('fate.outcome.too-large') }));
  await showView(panel, 'rule-sets');
  const pipeline = t('ruleSets.pipeline.sunbird5');
  await panel.getByRole('button', { name: t('ruleSets.pipeline.reset', { pipeline }) }).click();
  await showView(panel, 'events');
  await expect(last).toContainText(t('fate.predicted', { outcome: t('fate.outcome.accepted') }));
});

test('the list can be filtered by the predicted result, and completions explain each result', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await emitEvents(tab, setup.pageUrlOf('2.0.1'), panel);
  const field = panel.getByRole('combobox', { name: t('filter.title') });
  await field.pressSequentially('fate:dup');
  await expect(panel.getByRole('option', { name: t('filter.fate.duplicate') })).toBeVisible();
  await field.fill('fate:accepted');
  await field.press('Enter');
  await expect(grid(panel).getByRole('row').filter({ hasText: 'CLICK' })).not.toHaveCount(0);
  await field.fill('fate:too-large');
  await field.press('Enter');
  await expect(grid(panel).getByRole('row').filter({ hasText: 'CLICK' })).toHaveCount(0);
});

test('a column of icons shows the verdict of each rule set once the pipeline’s rule set is turned on', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await emitEvents(tab, setup.pageUrlOf('2.0.1'), panel);
  const head = grid(panel).getByRole('button', { name: t('list.ruleSets') });
  await expect(head).toHaveCount(0);
  await showView(panel, 'rule-sets');
  await panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }).check();
  await showView(panel, 'events');
  await expect(head).toBeVisible();
  const icons = grid(panel).getByRole('row').filter({ hasText: 'CLICK' }).first().getByRole('img');
  await expect(icons).toHaveAccessibleName(
    new RegExp(t('list.ruleSetStatus.error', { ruleSet: t('ruleSets.name.definition') })),
  );
  await expect(icons).toHaveAccessibleName(
    new RegExp(t('list.ruleSetStatus.valid', { ruleSet: t('ruleSets.name.ingestion') })),
  );
});

import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { compose, resetComposer } from '#tests/drivers/compose-driver';
import { type OpenedPanel, resizePanel } from '#tests/drivers/devtools';
import { findLayoutFaults } from '#tests/drivers/layout-faults';
import { playLesson } from '#tests/drivers/lesson';
import { recordsWhen, showView } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { type TestSetup, test } from './fixtures';

/*
 * Each view with much in it, in the sizes of DevTools: nothing overflows the document, overlaps, or is cut.
 * What is measured are boxes in the real browser.
 */

test.use({ devtools: 'shared' });
test.describe.configure({ timeout: 90_000 });
test.afterAll(({ setup: { browser } }) => resetComposer(browser));

const sizes = [
  [1280, 800],
  [1280, 330],
  [800, 800],
  [700, 800],
  [480, 800],
] as const;

test('negative tests', async ({ setup, tab, opened }) => {
  const { panel } = opened;
  await playWholeLesson(setup, tab, panel);
  await compose(panel, 'assess');
  await panel.getByRole('button', { name: t('violations.open') }).click();
  await expectNoFaults(opened, 'negative tests');
});

test('a scenario of 24 steps and more', async ({ setup, tab, opened }) => {
  const { panel } = opened;
  const count = await playWholeLesson(setup, tab, panel);
  await showView(panel, 'scenarios');
  await panel.getByRole('button', { name: t('scenarios.fromShown', count) }).click();
  const steps = panel.locator('.step');
  await expect(steps.first()).toBeVisible();
  const add = panel.getByRole('combobox', { name: t('scenarios.addStep') });
  for (let had = await steps.count(); had < 32; had++) {
    await add.selectOption('expect-no-invalid');
    await expect(steps).toHaveCount(had + 1);
  }
  await expectNoFaults(opened, 'scenarios');
});

test('settings', async ({ setup, tab, opened }) => {
  const { panel, devtools } = opened;
  await playWholeLesson(setup, tab, panel);
  await panel.getByRole('button', { name: t('settings.title') }).click();
  await expect(panel.getByRole('dialog')).toBeVisible();
  await expectNoFaults(opened, 'settings');
  await devtools.keyboard.press('Escape');
});

async function playWholeLesson(setup: TestSetup, tab: Page, panel: Frame): Promise<number> {
  await tab.goto(setup.addressOf('2.0.1'));
  const { length } = await playLesson(tab);
  return (await recordsWhen(panel, (records) => records.length >= length)).length;
}

async function expectNoFaults(opened: OpenedPanel, view: string): Promise<void> {
  for (const [width, height] of sizes) {
    await resizePanel(opened, width, height);
    expect.soft(await findLayoutFaults(opened.panel), `${view} at ${width} × ${height}`).toEqual([]);
  }
}

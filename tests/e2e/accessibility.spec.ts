import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { expectNoViolations } from '#tests/drivers/axe';
import { DEFAULT_SIZE } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { openPopup } from '#tests/drivers/popup';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const eventRows = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');

test('axe finds no violations in any view of the panel', async ({ setup, tab, opened: { devtools, panel } }) => {
  await expectNoViolations(panel, 'nothing captured');
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const calls = await playLesson(tab);
  expect(calls.length).toBeGreaterThan(15);
  await expect(eventRows(panel)).toHaveCount(calls.length);
  await expectNoViolations(panel, 'the list');
  await eventRows(panel)
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .first()
    .click();
  for (const name of [
    t('detail.findings'),
    t('detail.event'),
    t('json.title'),
    t('detail.journey'),
    t('detail.changes'),
  ]) {
    await panel
      .getByRole('tab', { name: new RegExp(`^${name}\\b`) })
      .last()
      .click();
    await expectNoViolations(panel, `the tab ${name}`);
  }
  await panel.getByRole('columnheader', { name: t('list.kind') }).click({ button: 'right' });
  await expectNoViolations(panel, 'the menu of columns');
  await panel.getByRole('menuitemcheckbox', { name: t('list.byPage') }).click();
  await expect(panel.getByRole('treegrid')).toBeVisible();
  await expectNoViolations(panel, 'a grouped list');
  await devtools.setViewportSize({ width: 400, height: 800 });
  await expectNoViolations(panel, 'a narrow panel');
  await devtools.setViewportSize(DEFAULT_SIZE);
  await panel.getByRole('button', { name: t('settings.title') }).click();
  await expectNoViolations(panel, 'the settings');
  await panel
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click();
  await panel.getByRole('button', { name: t('filter.syntax') }).click();
  await expectNoViolations(panel, 'the help of the filter');
  await panel
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click();
  for (const name of [t('toolbar.compose'), t('scenarios.list'), t('toolbar.registry'), t('ruleSets.title')]) {
    await panel.getByRole('tab', { name, exact: true }).click();
    await expect(panel.locator('main[aria-busy="true"]')).toHaveCount(0);
    await expectNoViolations(panel, name);
  }
  await panel.getByRole('tab', { name: t('scenarios.list'), exact: true }).click();
  await panel.getByRole('button', { name: t('scenarios.fromShown', calls.length) }).click();
  await panel.locator('.call-run > summary').first().click();
  await expectNoViolations(panel, 'a recorded scenario');
  await panel.getByRole('tab', { name: t('toolbar.compose'), exact: true }).click();
  for (const name of [t('collector.requestBody'), t('collector.response')]) {
    await panel.getByRole('tab', { name, exact: true }).click();
    await expectNoViolations(panel, `Compose, ${name}`);
  }
  await panel.getByRole('button', { name: t('negativeTests.open') }).click();
  await expectNoViolations(panel, 'the negative tests');
  await devtools.setViewportSize({ width: 700, height: 360 });
  await expectNoViolations(panel, 'the negative tests in a small panel');
  await devtools.setViewportSize(DEFAULT_SIZE);
  await panel.evaluate("chrome.storage.local.remove('panelSettings')");
});

test('axe finds no violations in dialogs over the list and in panes beside it', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await playLesson(tab);
  await eventRows(panel).filter({ hasText: 'IMPRESSION' }).first().click();
  await eventRows(panel)
    .filter({ hasText: 'IMPRESSION' })
    .last()
    .click({ modifiers: ['ControlOrMeta'] });
  await devtools.keyboard.press('c');
  await panel.getByRole('region', { name: t('compare.title'), exact: true }).waitFor();
  await expectNoViolations(panel, 'a comparison');
  await devtools.keyboard.press('Escape');
  await panel.getByRole('button', { name: t('commandMenu.title') }).click();
  await panel.getByRole('combobox', { name: t('commandMenu.title'), exact: true }).waitFor();
  await expectNoViolations(panel, 'the command menu');
  await devtools.keyboard.press('Escape');
  const file = { name: 'events.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from('{"eid":"LOG"}\n') };
  await panel.getByLabel(t('import.files')).setInputFiles(file);
  await panel.getByRole('button', { name: t('captures.close', { name: file.name }) }).waitFor();
  await expectNoViolations(panel, 'the tabs of captures');
  await panel.getByRole('button', { name: t('captures.close', { name: file.name }) }).click();
});

test('with forced colors and reduced motion, the selection and the journey’s dots stay visible, and nothing is animated', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await playLesson(tab);
  await eventRows(panel).filter({ hasText: 'next-button' }).click();
  const dot = panel
    .getByRole('region', { name: /^INTERACT/ })
    .getByRole('listitem')
    .first();
  await dot.waitFor();
  await devtools.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  try {
    await expect.poll(() => panel.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    await expect(panel.locator('tbody [aria-selected="true"]')).toHaveCSS('outline-style', 'solid');
    const [color, background] = await dot.evaluate((step) => [
      getComputedStyle(step, '::before').backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ]);
    expect(color).not.toBe(background);
    expect(await panel.evaluate(() => document.getAnimations().length)).toBe(0);
  } finally {
    await devtools.emulateMedia({ forcedColors: null, reducedMotion: null });
  }
});

test.describe('without DevTools, whose window has no button of the extension', () => {
  test.use({ devtools: 'own' });

  test('axe finds no violations in the popup and the extension pages', async ({ setup }) => {
    const { context, extensionId } = setup.browser;
    for (const name of ['options', 'reference', 'welcome']) {
      const page = await context.newPage();
      await page.goto(`chrome-extension://${extensionId}/${name}.html`);
      await page.getByRole('heading').first().waitFor();
      await expectNoViolations(page, name);
      await page.close();
    }
    await expectNoViolations(await openPopup(context, extensionId), 'the popup');
  });
});

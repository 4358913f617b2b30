import { expect, type Locator } from '@playwright/test';
import type { Frame } from 'playwright';
import { type OpenedPanel, resizePanel } from '#tests/drivers/devtools';
import { findLayoutFaults } from '#tests/drivers/layout-faults';
import { playLesson } from '#tests/drivers/lesson';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const PAGEID = 'edata.pageid';
const gridOf = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') });
const eventRows = (panel: Frame) => gridOf(panel).locator('tbody [aria-selected]');
const headOf = (panel: Frame, name: string) => panel.getByRole('columnheader', { name });
const details = (panel: Frame) => panel.getByRole('region', { name: /^INTERACT/ });
const treeLine = (panel: Frame, field: string) =>
  details(panel)
    .getByRole('treeitem', { name: new RegExp(`^${field}:`) })
    .first();

async function showAsColumn(panel: Frame, field: string): Promise<void> {
  await treeLine(panel, field).click({ button: 'right' });
  await panel.getByRole('menuitem', { name: t('detail.showColumn') }).click();
}

test.beforeEach(async ({ setup, tab, opened }) => {
  const { panel } = opened;
  await resizePanel(opened, 1280, 800);
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const calls = await playLesson(tab);
  await expect(eventRows(panel)).toHaveCount(calls.length);
  await eventRows(panel).filter({ hasText: 'INTERACT' }).first().click();
  await details(panel)
    .getByRole('tab', { name: t('detail.event'), exact: true })
    .click();
  await showAsColumn(panel, 'pageid');
  await expect(headOf(panel, PAGEID)).toBeVisible();
});

test.afterEach(async ({ opened: { panel } }) => {
  await panel.evaluate("chrome.storage.local.remove('panelSettings')");
});

test('a field of the tree can become a column that sorts the list, and that stays until the menu of its header removes it', async ({
  opened: { devtools, panel },
}) => {
  const cells = eventRows(panel).locator('.field');
  const shown = (await cells.allInnerTexts()).filter((text) => text !== '');
  expect(new Set(shown)).toContain('water-cycle-1');
  await headOf(panel, PAGEID).getByRole('button').click();
  await expect(headOf(panel, PAGEID)).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => (await cells.allInnerTexts()).slice(0, shown.length)).toEqual([...shown].sort());

  await panel.evaluate('location.reload()');
  await panel.locator('[data-ready]').waitFor({ state: 'attached' });
  await expect(headOf(panel, PAGEID)).toHaveAttribute('aria-sort', 'ascending');
  await headOf(panel, PAGEID).getByRole('button').focus();
  await devtools.keyboard.press('ArrowDown');
  await expect(panel.getByRole('menuitem', { name: t('list.removeColumn', { name: PAGEID }) })).toBeFocused();
  await devtools.keyboard.press('Enter');
  await expect(headOf(panel, PAGEID)).toHaveCount(0);
  await expect(headOf(panel, t('list.kind'))).toBeVisible();
});

async function readHeadTexts(panel: Frame): Promise<readonly string[]> {
  const heads = gridOf(panel).getByRole('columnheader').filter({ visible: true });
  return (await heads.allInnerTexts()).map((text) => text.trim()).filter(Boolean);
}

const edgesOf = (cells: Locator) =>
  cells.evaluateAll((all) =>
    all
      .map((cell) => cell.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left, right }) => [Math.round(left), Math.round(right)]),
  );

async function expectCellsUnderHeads({ panel }: OpenedPanel): Promise<void> {
  const heads = await edgesOf(gridOf(panel).getByRole('columnheader'));
  expect(await edgesOf(eventRows(panel).first().locator('td'))).toEqual(heads);
  const [headline = 0] = await headOf(panel, t('list.headline')).evaluateAll((all) =>
    all.map((head) => head.getBoundingClientRect().width),
  );
  expect(headline).toBeGreaterThanOrEqual(100);
  const end = await panel.evaluate(() => innerWidth);
  expect(heads.at(-1)?.[1]).toBeLessThanOrEqual(end);
}

test('field columns are hidden in a narrow list one by one, and cells are aligned with their headers at every width', async ({
  opened,
}) => {
  const { panel } = opened;
  for (const field of ['type', 'id', 'ets', 'mid', 'ver']) await showAsColumn(panel, field);
  await details(panel)
    .getByRole('button', { name: t('common.close') })
    .click();
  const fields = [PAGEID, 'edata.type', 'edata.id', 'ets', 'mid', 'ver'];
  for (const [width, shown] of [
    [1280, fields.length],
    [1001, fields.length],
    [1000, 4],
    [861, 4],
    [860, 3],
    [741, 3],
    [740, 2],
    [641, 2],
    [640, 2],
    [521, 2],
    [520, 1],
    [480, 1],
    [421, 1],
    [420, 1],
  ] as const) {
    await resizePanel(opened, width, 800);
    await expect
      .poll(async () => (await readHeadTexts(panel)).filter((name) => fields.includes(name)), `at ${width} px`)
      .toEqual(fields.slice(0, shown));
    await expectCellsUnderHeads(opened);
    expect.soft(await findLayoutFaults(panel), `at ${width} px`).toEqual([]);
  }
  await resizePanel(opened, 1280, 800);
});

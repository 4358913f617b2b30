import { expect, type Locator } from '@playwright/test';
import type { Frame } from 'playwright';
import { findOverflowingCells } from '#tests/drivers/cells';
import { playLesson } from '#tests/drivers/lesson';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const gridOf = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') });
const eventRows = (panel: Frame) => gridOf(panel).locator('tbody [aria-selected]');
const headOf = (panel: Frame, name: string) => panel.getByRole('columnheader', { name });
const sortBy = (panel: Frame, name: string) => headOf(panel, name).getByRole('button').click();
const textsOf = (rows: Locator, column: string) => rows.locator(`.${column}`).allInnerTexts();

const isSorted = (texts: readonly string[]) => texts.every((text, index) => text >= (texts[index - 1] ?? ''));

const isAscending = (lines: readonly number[]) => lines.every((line, index) => line > (lines[index - 1] ?? -1));

async function widthOf(panel: Frame, name: string): Promise<number> {
  const box = await headOf(panel, name).boundingBox();
  if (!box) throw new Error(`There is no column ${name}.`);
  return Math.round(box.width);
}

function topOf(box: { readonly y: number } | null): number {
  if (!box) throw new Error('The element is not rendered.');
  return box.y;
}

test.beforeEach(async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const calls = await playLesson(tab);
  expect(calls.length).toBeGreaterThan(15);
  await expect(eventRows(panel)).toHaveCount(calls.length);
});

test.afterEach(async ({ opened: { panel } }) => {
  await panel.evaluate("chrome.storage.local.remove('panelSettings')");
});

test('a click on a header sorts ascending, then descending, then by arrival, and the header shows the order', async ({
  opened: { panel },
}) => {
  const arrivalOrder = await textsOf(eventRows(panel), 'kind');
  await sortBy(panel, t('list.kind'));
  await expect(headOf(panel, t('list.kind'))).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => textsOf(eventRows(panel), 'kind')).toEqual([...arrivalOrder].sort());
  await sortBy(panel, t('list.kind'));
  await expect(headOf(panel, t('list.kind'))).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => textsOf(eventRows(panel), 'kind')).toEqual([...arrivalOrder].sort().reverse());
  await sortBy(panel, t('list.kind'));
  await expect(headOf(panel, t('list.kind'))).toHaveAttribute('aria-sort', 'none');
  await expect.poll(() => textsOf(eventRows(panel), 'kind')).toEqual(arrivalOrder);
});

test('the cells of a row are aligned with the headers of their columns', async ({ opened: { panel } }) => {
  const edgesOf = (cells: Locator) =>
    cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)));
  const heads = await edgesOf(panel.getByRole('columnheader'));
  expect(heads.length).toBeGreaterThan(4);
  expect(await edgesOf(eventRows(panel).first().getByRole('gridcell'))).toEqual(heads);
});

test('events that arrive while the list is sorted are inserted at their sorted position', async ({
  tab,
  opened: { panel },
}) => {
  await sortBy(panel, t('list.kind'));
  const before = await eventRows(panel).count();
  await playLesson(tab);
  await expect.poll(() => gridOf(panel).getAttribute('aria-rowcount').then(Number)).toBeGreaterThan(before * 1.5);
  await expect.poll(async () => isSorted(await textsOf(eventRows(panel), 'kind'))).toBe(true);
});

test('rows are numbered from 1 again after Clear, and Undo numbers all rows again', async ({
  tab,
  opened: { devtools, panel },
}) => {
  const before = await eventRows(panel).count();
  await sortBy(panel, t('list.number'));
  await sortBy(panel, t('list.number'));
  const newest = async () => Number((await textsOf(eventRows(panel), 'number'))[0]);
  const count = async () => Number(await gridOf(panel).getAttribute('aria-rowcount')) - 1;
  await expect.poll(newest).toBe(before);
  await panel.getByRole('button', { name: t('toolbar.clear') }).click();
  await playLesson(tab);
  await expect.poll(newest).toBeGreaterThan(15);
  await expect.poll(async () => (await newest()) - (await count())).toBe(0);
  await devtools.keyboard.press('Control+z');
  await expect.poll(newest).toBeGreaterThan(before + 15);
  await expect.poll(async () => (await newest()) - (await count())).toBe(0);
});

test('columns can be selected by keyboard, and the selection is stored for the next panel', async ({
  opened: { devtools, panel },
}) => {
  await headOf(panel, t('list.kind')).getByRole('button').focus();
  await devtools.keyboard.press('ArrowDown');
  const menu = panel.getByRole('menu', { name: t('list.columns') });
  await expect(menu.getByRole('menuitemcheckbox', { name: t('list.number') })).toBeFocused();
  await devtools.keyboard.press('S');
  await devtools.keyboard.press('Enter');
  await expect(headOf(panel, t('list.size'))).toBeVisible();
  await expect(headOf(panel, t('list.kind')).getByRole('button')).toBeFocused();
  expect((await textsOf(eventRows(panel), 'size')).every((size) => /^[\d.]+ k?B$/.test(size))).toBe(true);
  await panel.evaluate('location.reload()');
  await panel.locator('[data-ready]').waitFor({ state: 'attached' });
  await expect(headOf(panel, t('list.size'))).toBeVisible();
});

test('five Tab presses lead from the toolbar to a row, even with terms in the filter', async ({ opened }) => {
  const { devtools, panel } = opened;
  const toolbarEnd = panel.getByRole('button', { name: t('toolbar.shortcuts') });
  const focusedRows = panel.locator('tbody [aria-selected]:focus');
  const countTabsToRow = async () => {
    await toolbarEnd.focus();
    for (let tabs = 1; tabs <= 12; tabs += 1) {
      await devtools.keyboard.press('Tab');
      if ((await focusedRows.count()) > 0) return tabs;
    }
    return null;
  };
  expect(await countTabsToRow()).toBeLessThanOrEqual(5);
  const filter = panel.getByRole('combobox', { name: t('filter.title') });
  await filter.fill('kind:interact is:valid ');
  await expect(panel.getByRole('button', { name: t('filter.clear') })).toBeVisible();
  expect(await countTabsToRow()).toBeLessThanOrEqual(5);
  await panel.getByRole('button', { name: t('filter.clear') }).click();
});

test('a column can be resized by drag, by keys, and to fit its contents', async ({ opened: { devtools, panel } }) => {
  const line = panel.getByRole('separator', { name: t('list.columnWidth', { name: 'Kind' }) });
  const box = await line.boundingBox();
  if (!box) throw new Error('There is no line to drag.');
  await devtools.mouse.move(box.x, box.y + 10);
  await devtools.mouse.down();
  await devtools.mouse.move(box.x + 60, box.y + 10, { steps: 4 });
  await devtools.mouse.up();
  await expect.poll(() => widthOf(panel, t('list.kind'))).toBe(148);
  await line.focus();
  await devtools.keyboard.press('ArrowLeft');
  await expect.poll(() => widthOf(panel, t('list.kind'))).toBe(140);
  await expect(line).toHaveAttribute('aria-valuenow', '140');
  await panel
    .getByRole('columnheader', { name: t('list.kind') })
    .getByRole('button')
    .focus();
  await devtools.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => widthOf(panel, t('list.kind'))).toBe(132);
  await devtools.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => widthOf(panel, t('list.kind'))).toBe(140);
  await line.dblclick();
  await expect.poll(() => widthOf(panel, t('list.kind'))).toBeLessThan(110);
  await panel.evaluate('location.reload()');
  await panel.locator('[data-ready]').waitFor({ state: 'attached' });
  expect(await widthOf(panel, t('list.kind'))).toBeLessThan(110);
});

test('several events can be selected with Shift and Ctrl, and the status bar counts them', async ({
  opened: { devtools, panel },
}) => {
  const status = panel.getByRole('contentinfo');
  await eventRows(panel).nth(2).click();
  await expect(status).toContainText(t('status.selected', { n: 1 }));
  await eventRows(panel)
    .nth(5)
    .click({ modifiers: ['Shift'] });
  await expect(status).toContainText(t('status.selected', { n: 4 }));
  await eventRows(panel)
    .nth(3)
    .click({ modifiers: ['Control'] });
  await expect(status).toContainText(t('status.selected', { n: 3 }));
  await expect(panel.getByRole('row', { selected: true })).toHaveCount(3);
  await devtools.keyboard.press('Shift+ArrowDown');
  await expect(status).toContainText(t('status.selected', { n: 2 }));
  await devtools.keyboard.press('Control+a');
  const all = Number(await gridOf(panel).getAttribute('aria-rowcount')) - 1;
  const navigations = await gridOf(panel).locator('.nav').count();
  await expect(status).toContainText(t('status.selected', { n: all - navigations }));
  await devtools.keyboard.press('Escape');
  await expect(status).toContainText(t('status.selected', { n: 1 }));
});

test('the menu of a row can copy, filter and hide, by pointer and by keyboard', async ({
  opened: { devtools, panel },
}) => {
  const log = eventRows(panel).filter({ hasText: 'LOG' }).first();
  await log.click({ button: 'right' });
  const menu = panel.getByRole('menu', { name: t('rowMenu.name') });
  await menu.getByRole('menuitem', { name: t('rowMenu.copyMid') }).click();
  await expect(panel.getByRole('status').filter({ hasText: t('toast.copied', { what: 'mid' }) })).toBeVisible();
  await log.focus();
  await devtools.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: t('rowMenu.copyJson') })).toBeFocused();
  await devtools.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await log.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: t('rowMenu.hideKind', { kind: 'LOG' }) }).click();
  await expect(panel.getByRole('button', { name: t('filter.removeTerm', { term: '-kind:log' }) })).toBeVisible();
  await expect(eventRows(panel).filter({ hasText: 'LOG' })).toHaveCount(0);
  await eventRows(panel).filter({ hasText: 'START' }).first().click({ button: 'right' });
  await menu.getByRole('menuitem', { name: t('rowMenu.resend') }).click();
  await expect(panel.getByRole('tab', { name: t('toolbar.compose') })).toHaveAttribute('aria-selected', 'true');
});

test('events can be grouped by page and by session, and groups can be collapsed by keyboard', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await tab.goto(`${setup.site.url}/blank/`);
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await playLesson(tab);
  await headOf(panel, t('list.kind')).click({ button: 'right' });
  await panel.getByRole('menuitemcheckbox', { name: t('list.byPage') }).click();
  const grid = panel.getByRole('treegrid', { name: t('list.title') });
  const heads = grid.locator('[aria-expanded]');
  await expect(heads.first()).toContainText(tPattern('status.events'));
  await heads.first().focus();
  await devtools.keyboard.press('ArrowLeft');
  await expect(heads.first()).toHaveAttribute('aria-expanded', 'false');
  await devtools.keyboard.press('ArrowRight');
  await expect(heads.first()).toHaveAttribute('aria-expanded', 'true');
  await headOf(panel, t('list.kind')).click({ button: 'right' });
  await panel.getByRole('menuitemcheckbox', { name: t('list.bySession') }).click();
  await expect(heads.first()).toBeVisible();
});

test('no cell overflows into the next', async ({ opened: { panel } }) => {
  expect(await findOverflowingCells(panel)).toEqual([]);
});

for (const { direction, from } of [
  { direction: -1, from: 'newest' },
  { direction: 1, from: 'oldest' },
]) {
  test(`after scrolling away from the ${from}, the rows are in DOM order and the focus stays on its row`, async ({
    tab,
    opened: { devtools, panel },
  }) => {
    for (let turn = 0; turn < 4; turn += 1) await playLesson(tab);
    await expect.poll(() => gridOf(panel).getAttribute('aria-rowcount').then(Number)).toBeGreaterThan(60);
    const list = gridOf(panel).locator('tbody');
    const readLines = (): Promise<readonly number[]> =>
      eventRows(panel).evaluateAll((rows: readonly HTMLElement[]) => rows.map(({ dataset }) => Number(dataset.line)));
    const focusedLine = () => panel.evaluate<string>('document.activeElement.dataset.line').then(Number);
    await eventRows(panel).last().focus();
    if (direction > 0) {
      await devtools.keyboard.press('Home');
      await expect.poll(focusedLine).toBe(0);
    }
    const focused = await focusedLine();
    await list.hover();
    for (const distance of [330, 660, -220, 440, -110]) {
      await devtools.mouse.wheel(0, direction * distance);
      await panel.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))');
    }
    const reached = async () => Math.max(...(await readLines()).map((line) => (line - focused) * direction));
    await expect.poll(reached).toBeGreaterThan(30);
    await expect.poll(async () => isAscending(await readLines())).toBe(true);
    expect(await focusedLine()).toBe(focused);
  });
}

test('no row moves when rows arrive, and the list stays scrolled to its end', async ({ tab, opened: { panel } }) => {
  await panel.evaluate(watchShiftsScript);
  const before = Number(await gridOf(panel).getAttribute('aria-rowcount'));
  await playLesson(tab);
  await expect.poll(() => gridOf(panel).getAttribute('aria-rowcount').then(Number)).toBeGreaterThan(before * 1.5);
  await expect(panel.getByText(t('status.autoScroll'))).toBeVisible();
  const last = eventRows(panel).last();
  await expect(last).toContainText('END');
  await expect(last).toBeInViewport();
  const [list, first] = [gridOf(panel).locator('tbody'), eventRows(panel).first()];
  await expect.poll(async () => topOf(await first.boundingBox()) <= topOf(await list.boundingBox())).toBe(true);
  expect(await panel.evaluate('readShifts()')).toEqual([]);
});

/**
 * Script that records the layout shifts that the browser reports.
 * Ignores shifts of rows that show another line meanwhile, because the list reuses its rows. The shift of a removed
 * element has no node, and counts as a row inside the list. Reads the clock itself, because under load, the time of a
 * frame is long before its layout.
 */
const watchShiftsScript = `{
  const list = document.querySelector('[role="grid"] tbody');
  const shifts = [];
  const changes = [];
  new MutationObserver((mutations) => {
    const change = { nodes: new Set(mutations.map(({ target }) => target)), from: performance.now(), to: Infinity };
    changes.push(change);
    const afterLayout = () => requestAnimationFrame(() => { change.to = performance.now(); });
    requestAnimationFrame(afterLayout);
  }).observe(list, { subtree: true, attributeFilter: ['data-line'] });
  const isInTimeline = (node) => Boolean((node instanceof Element ? node : node?.parentElement)?.closest('.timeline'));
  const isInList = ({ top, bottom }) => {
    const box = list.getBoundingClientRect();
    return box.top <= top && bottom <= box.bottom;
  };
  new PerformanceObserver((entries) => {
    for (const { sources, startTime } of entries.getEntries())
      for (const { node, currentRect } of sources)
        if (!isInTimeline(node)) shifts.push({ node, startTime, currentRect, isRow: node === null && isInList(currentRect) });
  }).observe({ type: 'layout-shift' });
  window.readShifts = () =>
    shifts
      .filter(
        ({ node, startTime, isRow }) =>
          !changes.some(({ nodes, from, to }) => (isRow || nodes.has(node)) && from <= startTime && startTime <= to),
      )
      .map(({ node, currentRect }) => node?.outerHTML ?? node?.textContent ?? 'gone again: ' + JSON.stringify(currentRect));
}`;

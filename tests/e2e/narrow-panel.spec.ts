import { expect } from '@playwright/test';
import type { Frame, Locator, Page } from 'playwright';
import { composeSample } from '#tests/drivers/compose-driver';
import { resizePanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

/*
 * Measures the panel at the small sizes that it has below or beside a page.
 * Only a real browser computes boxes, so no unit test knows whether a row is visible.
 */

test.use({ devtools: 'shared' });

const LOW_HEIGHT_PX = 330;
const widths = [1280, 700, 480] as const;

test.beforeEach(async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const calls = await playLesson(tab);
  await expect(rows(panel)).toHaveCount(calls.length);
});

const grid = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') });
const rows = (panel: Frame) => grid(panel).locator('tbody [aria-selected]');
const invalidRow = (panel: Frame) =>
  rows(panel)
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .first();
const details = (panel: Frame) => panel.getByRole('region', { name: /^IMPRESSION/ });

/** Counts the elements that are completely visible: neither clipped nor covered. */
function countVisible(elements: Locator): Promise<number> {
  return elements.evaluateAll(
    (all) =>
      all.filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const x = (left + Math.min(right, innerWidth)) / 2;
        const isHit = (y: number) => element.contains(document.elementFromPoint(x, y));
        return right > left && isHit(top + 2) && isHit(bottom - 2);
      }).length,
  );
}

const LINE_PX = 18;

/** Counts the visible lines of text, because a long value takes several lines. */
function countVisibleLines(elements: Locator): Promise<number> {
  return elements.evaluateAll((all, linePx) => {
    const pane = all[0]?.closest('[role="tabpanel"]')?.getBoundingClientRect();
    const ends = all.map((element) => element.getBoundingClientRect()).filter(({ top }) => pane && top < pane.bottom);
    const end = Math.min(pane?.bottom ?? 0, Math.max(...ends.map(({ bottom }) => bottom)));
    return Math.floor((end - Math.max(pane?.top ?? 0, ends[0]?.top ?? 0)) / linePx);
  }, LINE_PX);
}

async function openInvalid(panel: Frame): Promise<void> {
  await invalidRow(panel).click();
  await expect(details(panel)).toBeVisible();
  await details(panel)
    .getByRole('tab', { name: t('detail.event'), exact: true })
    .click();
}

test('a low panel shows at least nine rows, or at least ten lines of details at full height', async ({ opened }) => {
  const { devtools, panel } = opened;
  for (const width of widths) {
    await resizePanel(opened, width, LOW_HEIGHT_PX);
    expect.soft(await countVisible(rows(panel)), `rows at ${width} px`).toBeGreaterThanOrEqual(9);
    await openInvalid(panel);
    const lines = details(panel).getByRole('treeitem');
    expect.soft(await countVisibleLines(lines), `lines of details at ${width} px`).toBeGreaterThanOrEqual(10);
    expect.soft(await heightOf(details(panel)), `height of the details at ${width} px`).toBe(LOW_HEIGHT_PX - 32 - 22);
    await devtools.keyboard.press('Escape');
    await expect(details(panel)).toHaveCount(0);
  }
});

test('a low panel shows at least six fields of Compose', async ({ opened }) => {
  const { panel } = opened;
  for (const width of [1280, 700]) {
    await resizePanel(opened, 1280, 800);
    await composeSample(panel, 'start');
    await resizePanel(opened, width, LOW_HEIGHT_PX);
    const form = panel.getByRole('form', { name: t('compose.asForm', { kind: 'START' }) });
    expect.soft(await countVisible(form.locator('[data-path]')), `fields at ${width} px`).toBeGreaterThanOrEqual(6);
    await expect(panel.getByRole('button', { name: t('compose.fire'), exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('a narrower list shows fewer columns and always the summary, and the details move from beside the list to over it', async ({
  opened,
}) => {
  const { panel } = opened;
  const expectColumns = async (width: number, names: readonly string[]) => {
    await resizePanel(opened, width, 800);
    const heads = grid(panel).getByRole('columnheader').filter({ visible: true });
    await expect
      .poll(async () => (await heads.allInnerTexts()).map((text) => text.trim()).filter(Boolean))
      .toEqual(names);
  };
  const [number, time, kind, summary] = [t('list.number'), t('list.time'), t('list.kind'), t('list.headline')];
  const [journey, validation, page] = [t('list.journey'), t('list.verdict'), t('list.page')];
  await expectColumns(1280, [number, time, kind, summary, journey, validation, page]);
  await expectColumns(480, [number, kind, summary, journey, validation]);
  await openInvalid(panel);
  await expect.poll(() => countVisible(rows(panel))).toBe(0);
  await expectColumns(700, [kind, summary]);
  expect(await countVisible(rows(panel))).toBeGreaterThan(10);
  const [list, beside] = [await boxOf(grid(panel)), await boxOf(details(panel))];
  expect(beside.left).toBeGreaterThanOrEqual(list.right);
  await expect(details(panel).getByRole('button', { name: t('common.close') })).toBeInViewport({ ratio: 1 });
});

test('the toolbar and the status bar stay in place in every view', async ({ opened }) => {
  const { panel } = opened;
  for (const [width, height] of [
    [1280, 800],
    [1280, LOW_HEIGHT_PX],
    [700, 800],
    [480, 800],
  ] as const) {
    await resizePanel(opened, width, height);
    await showView(panel, 'events');
    const listBoxes = await measureBars(panel);
    for (const view of ['compose', 'scenarios', 'registry'] as const) {
      await showView(panel, view);
      expect.soft(await measureBars(panel), `${view} at ${width} × ${height}`).toEqual(listBoxes);
    }
    await showView(panel, 'compose');
    await panel.getByRole('button', { name: t('negativeTests.open') }).click();
    expect.soft(await measureBars(panel), `negative tests at ${width} × ${height}`).toEqual(listBoxes);
  }
});

test('“Preserve log” is visible at every width, has a tooltip, and can be toggled by keyboard', async ({ opened }) => {
  const { panel, devtools } = opened;
  for (const width of [1280, 860, 700, 640, 480, 400]) {
    await resizePanel(opened, width, 600);
    const preserve = panel.getByRole('checkbox', { name: t('toolbar.preserveLog') });
    expect.soft(await countVisible(preserve), `at ${width} px`).toBe(1);
    expect.soft(await preserve.locator('..').getAttribute('title')).toBe(t('toolbar.preserveLogHint'));
    const last = panel.getByRole('button', { name: t('toolbar.shortcuts') });
    expect.soft(await countVisible(last), `the last button at ${width} px`).toBe(1);
  }
  const preserve = panel.getByRole('checkbox', { name: t('toolbar.preserveLog') });
  const before = await preserve.isChecked();
  await preserve.focus();
  await devtools.keyboard.press('Space');
  await expect(preserve).toBeChecked({ checked: !before });
  await preserve.click();
});

async function boxOf(element: Locator): Promise<{ readonly left: number; readonly right: number }> {
  return element.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect();
    return { left, right };
  });
}

function heightOf(element: Locator): Promise<number> {
  return element.evaluate((node) => node.getBoundingClientRect().height);
}

/** Returns the boxes of both bars and of their contents, except the list's own part at the end of the status bar. */
function measureBars(panel: Frame | Page): Promise<readonly string[]> {
  return panel.evaluate(() => {
    const boxOfNode = (node: Element) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return `${node.tagName} ${node.className} ${[x, y, width, height].join(' ')}`;
    };
    const [toolbar, status] = ['.toolbar', '.status'].map((bar) => document.querySelector(bar));
    const views = [...(toolbar?.querySelectorAll('[role="tab"]') ?? [])].map((view) => boxOfNode(view).slice(7));
    const counts = [...(status?.children ?? [])];
    const shared = counts.slice(
      0,
      Math.max(
        0,
        counts.findIndex((child) => child.classList.contains('grow')),
      ),
    );
    return [toolbar, status, ...(toolbar?.children ?? []), ...shared]
      .map((each) => (each ? boxOfNode(each) : ''))
      .concat(views);
  });
}

import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { playLesson } from '#tests/drivers/lesson';
import { recordPressedKeys } from '#tests/drivers/pressed-keys';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const eventRows = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');
const lineOf = (panel: Frame) => panel.getByRole('separator', { name: t('detail.size') });

async function openInvalid(panel: Frame, text: string): Promise<void> {
  await eventRows(panel)
    .filter({ hasText: text })
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .first()
    .click();
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

test('the details are beside the list or below it, can be resized by drag and keys, and retain their size', async ({
  opened: { devtools, panel },
}) => {
  await openInvalid(panel, 'click');
  const line = lineOf(panel);
  await expect(line).toHaveAttribute('aria-orientation', 'vertical');
  await line.hover({ position: { x: 0, y: 200 } });
  const box = await line.boundingBox();
  if (!box) throw new Error('There is no line to drag.');
  await devtools.mouse.down();
  await devtools.mouse.move(box.x - 128, box.y + 200, { steps: 4 });
  await devtools.mouse.up();
  await expect(line).toHaveAttribute('aria-valuenow', '47');
  await line.focus();
  await devtools.keyboard.press('ArrowRight');
  await expect(line).toHaveAttribute('aria-valuenow', '45');
  await panel.getByRole('button', { name: t('detail.dockBottom') }).click();
  await expect(line).toHaveAttribute('aria-orientation', 'horizontal');
  await panel.getByRole('button', { name: t('detail.dockRight') }).click();
  await expect(line).toHaveAttribute('aria-valuenow', '45');
  await devtools.setViewportSize({ width: 600, height: 800 });
  await expect(line).toBeHidden();
  await expect(panel.getByRole('button', { name: t('detail.dockBottom') })).toBeHidden();
  await devtools.keyboard.press('Escape');
});

test('Esc closes the details without reaching DevTools, and opens the DevTools drawer if nothing is left to close', async ({
  opened: { devtools, panel },
}) => {
  const height = () => panel.evaluate<number>('innerHeight');
  const before = await height();
  const readKeys = await recordPressedKeys(panel);
  const inDetails = () => panel.getByRole('tab', { name: t('detail.event'), exact: true }).click();
  for (const goThere of [null, inDetails]) {
    await openInvalid(panel, 'click');
    await goThere?.();
    await devtools.keyboard.press('Escape');
    await expect(panel.getByRole('tabpanel')).toBeHidden();
  }
  expect(await readKeys()).toEqual([]);
  await eventRows(panel).first().focus();
  await devtools.keyboard.press('Escape');
  expect(await readKeys()).toEqual(['Escape']);
  await expect.poll(height).not.toBe(before);
  await devtools.keyboard.press('Escape');
  await expect.poll(height).toBe(before);
});

test('a finding has a button that copies the fixed field', async ({ opened: { panel } }) => {
  await openInvalid(panel, 'click');
  const pane = panel.getByRole('tabpanel');
  await expect(pane.getByText(/^"type": "[A-Z]+"$/)).toBeVisible();
  await pane
    .getByRole('button', { name: t('finding.copyFixed') })
    .first()
    .click();
  await expect(panel.getByText(t('toast.copied', { what: 'fixed field' }))).toBeVisible();
});

test('a finding links to its rule in the reference', async ({ setup, opened: { panel } }) => {
  await openInvalid(panel, 'click');
  const [reference] = await Promise.all([
    setup.browser.context.waitForEvent('page'),
    panel
      .getByRole('tabpanel')
      .getByRole('button', { name: t('detail.rule'), exact: true })
      .first()
      .click(),
  ]);
  await expect(reference).toHaveURL(/reference\.html#rule-not-listed$/);
  const rule = reference.locator('#rule-not-listed');
  await expect(rule).toBeInViewport();
  await expect(rule.getByText('data.type must be one of')).toBeVisible();
  await reference.close();
});

test('the tree shows text in several scripts unchanged, and marks a number that may be rounded', async ({
  tab,
  opened: { panel },
}) => {
  const message = 'जल चक्र 💧 מחזור المياه';
  const params = [{ exact: Number.MAX_SAFE_INTEGER, beyond: 2 ** 53 + 2 }];
  await tab.evaluate(`$t.log(${JSON.stringify({ type: 'scripts', level: 'INFO', message, params })})`);
  await eventRows(panel).filter({ hasText: 'scripts' }).click();
  await panel.getByRole('tab', { name: t('detail.event'), exact: true }).click();
  const lines = panel.getByRole('tree', { name: t('detail.event') }).getByRole('treeitem');
  await expect(lines.locator('bdi').getByText(`"${message}"`, { exact: true }).first()).toBeVisible();
  await panel.getByRole('textbox', { name: t('detail.search') }).fill('beyond');
  await expect(lines.filter({ hasText: 'beyond: 9007199254740994' }).first()).toContainText(t('tree.rounded'));
  await expect(lines.filter({ hasText: 'exact: 9007199254740991' }).first()).not.toContainText(t('tree.rounded'));
});

test('a collapsed tree is expanded to the invalid values', async ({ opened: { panel } }) => {
  await openInvalid(panel, 'click');
  await panel.getByRole('tab', { name: t('detail.event'), exact: true }).click();
  const lines = panel.getByRole('tree', { name: t('detail.event') }).getByRole('treeitem');
  const wrong = lines.filter({ hasText: 'type: "click"' }).filter({ hasText: t('findingShort.notInList') });
  await expect(wrong).toHaveCount(2);
  await lines.filter({ hasText: 'call: ' }).click();
  await expect(wrong).toHaveCount(1);
  await panel.getByRole('button', { name: t('detail.expand') }).click();
  await expect(wrong).toHaveCount(2);
});

test('a value in the JSON view can be collapsed by key and stays so in the next row, and the raw JSON can be shown', async ({
  opened: { devtools, panel },
}) => {
  await openInvalid(panel, 'click');
  await panel.getByRole('tab', { name: t('json.title'), exact: true }).click();
  const pane = panel.getByRole('tabpanel').first();
  await expect(pane.getByText('"type": "click",')).toBeVisible();
  const fold = pane.getByRole('button', { name: t('json.linesOf', { path: 'edata' }) });
  await fold.focus();
  await devtools.keyboard.press('Enter');
  await expect(pane.getByText('"type": "click",')).toBeHidden();
  await eventRows(panel).first().click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await pane.getByRole('button', { name: t('json.unfoldAll') }).click();
  await pane.getByRole('tab', { name: t('json.raw') }).click();
  await expect(pane.locator('pre')).toHaveText(/^\{"eid":"[A-Z]+",.*\}$/);
  await pane.getByRole('tab', { name: t('json.formatted') }).click();
});

test('new invalid events are announced', async ({ opened: { panel } }) => {
  await expect(panel.locator('[aria-live]').filter({ hasText: tPattern('announce.invalid') })).toBeAttached();
});

test('the time range of the timeline can be set by keyboard with a described control, and the timeline can be hidden', async ({
  opened: { devtools, panel },
}) => {
  const strip = panel.getByRole('slider', { name: t('timeline.name') });
  await expect(strip).toHaveAttribute('aria-valuetext', t('timeline.all'));
  await strip.focus();
  await devtools.keyboard.press('Home');
  await devtools.keyboard.press('Shift+ArrowRight');
  await expect(panel.getByRole('button', { name: tPattern('filter.removeTerm', { term: /time:.*/ }) })).toBeVisible();
  await expect(strip).toHaveAttribute('aria-valuetext', tPattern('timeline.between'));
  await devtools.keyboard.press('Escape');
  await expect(strip).toHaveAttribute('aria-valuetext', t('timeline.all'));
  await panel.getByRole('button', { name: t('settings.title') }).click();
  await panel.getByRole('checkbox', { name: t('settings.timeline') }).uncheck();
  await panel.getByRole('button', { name: t('common.close') }).click();
  await expect(strip).toHaveCount(0);
});

test.describe('with DevTools of its own, whose theme is changed', () => {
  test.use({ devtools: 'own' });

  test('the panel follows a change of the DevTools theme while open', async ({ opened: { devtools, panel } }) => {
    const root = panel.locator('html');
    for (const theme of ['dark', 'default']) {
      await devtools.evaluate(`(async () => {
        const Common = await import('./core/common/common.js');
        Common.Settings.Settings.instance().moduleSetting('ui-theme').set('${theme}');
      })()`);
      await expect(root).toHaveAttribute('data-theme', theme === 'dark' ? 'dark' : 'light');
    }
  });
});

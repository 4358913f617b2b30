import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { playLesson } from '#tests/drivers/lesson';
import { recordPressedKeys } from '#tests/drivers/pressed-keys';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const fieldOf = (panel: Frame) => panel.getByRole('combobox', { name: t('filter.title') });
const rowsOf = (panel: Frame) => panel.getByRole('grid').locator('tbody').getByRole('row');
const kindCells = (panel: Frame) => panel.getByRole('grid').locator('tbody .kind');
const kindsOf = (panel: Frame) => kindCells(panel).allInnerTexts();

test.beforeEach(async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const calls = await playLesson(tab);
  expect(calls.length).toBeGreaterThan(15);
  await expect(kindCells(panel)).toHaveCount(calls.length);
});

test('Ctrl+F focuses the filter, and does not open the DevTools search', async ({ opened: { devtools, panel } }) => {
  const readKeys = await recordPressedKeys(panel);
  await rowsOf(panel).first().focus();
  await devtools.keyboard.press('Control+f');
  await expect(fieldOf(panel)).toBeFocused();
  expect(await readKeys()).toEqual(['Control']);
  await devtools.keyboard.type('water');
  await expect(fieldOf(panel)).toHaveValue('water');
});

test('text that is entered into the DevTools search also filters until the search is closed', async ({
  opened: { devtools, panel },
}) => {
  await devtools.getByRole('tab', { name: 'Elements' }).click();
  await devtools.getByRole('tab', { name: t('manifest.shortName') }).click();
  await devtools.keyboard.press('Control+f');
  const search = devtools.getByPlaceholder('Find', { exact: true });
  await search.pressSequentially('water');
  await expect(fieldOf(panel)).toHaveValue('water');
  await search.press('Escape');
  await expect(fieldOf(panel)).toHaveValue('');
  await rowsOf(panel).first().click();
});

test('a filter can be entered with completion by keyboard alone, and filters the list', async ({
  opened: { panel },
}) => {
  await fieldOf(panel).press('k');
  await expect(panel.getByRole('listbox', { name: t('filter.terms') })).toBeVisible();
  await fieldOf(panel).press('ArrowDown');
  await fieldOf(panel).press('Enter');
  await expect(fieldOf(panel)).toHaveValue('kind:');
  await fieldOf(panel).pressSequentially('interact ');
  await expect(panel.getByRole('button', { name: t('filter.removeTerm', { term: 'kind:interact' }) })).toBeVisible();
  await expect.poll(async () => new Set(await kindsOf(panel))).toEqual(new Set(['INTERACT']));
});

test('a field of the event can be filtered by its path, with suggestions of observed values', async ({
  opened: { panel },
}) => {
  await fieldOf(panel).pressSequentially('edata.ty');
  await expect(panel.getByRole('option', { name: /^edata\.type:/ })).toBeVisible();
  await fieldOf(panel).press('ArrowDown');
  await fieldOf(panel).press('Enter');
  await expect(
    panel
      .getByRole('listbox', { name: t('filter.terms') })
      .getByRole('option')
      .first(),
  ).toContainText(tPattern('filter.help.ofTheLast'));
});

test('a field can be filtered by its name without a path, and a part of the value matches until the term ends', async ({
  opened: { panel },
}) => {
  await fieldOf(panel).pressSequentially('nnel');
  await expect(panel.getByRole('option', { name: /^channel:/ })).toBeVisible();
  await fieldOf(panel).fill('');
  await fieldOf(panel).pressSequentially('pageid:cycle-2');
  await expect.poll(() => rowsOf(panel).count()).toBeGreaterThan(1);
  await fieldOf(panel).press('Space');
  await expect(panel.getByText(t('empty.noMatch'))).toBeVisible();
  await panel.getByRole('button', { name: t('filter.clear') }).click();
  await fieldOf(panel).pressSequentially('pageid:water-cycle-2 ');
  await expect.poll(() => rowsOf(panel).count()).toBeGreaterThan(1);
});

test('an invalid filter shows an error, leaves the list unchanged, and is corrected by a click', async ({
  opened: { panel },
}) => {
  await fieldOf(panel).pressSequentially('kind:log ');
  await expect.poll(async () => new Set(await kindsOf(panel))).toEqual(new Set(['LOG']));
  await fieldOf(panel).fill('kind:interacts ');
  await expect(
    panel.getByText(
      `${t('filter.error.notA', { value: 'interacts', noun: t('filter.noun.kind') })} ${t('filter.nearest', { word: 'interact' })}`,
    ),
  ).toBeVisible();
  expect(new Set(await kindsOf(panel))).toEqual(new Set(['LOG']));
  await panel.getByRole('button', { name: t('filter.removeTerm', { term: 'kind:log' }) }).click();
  await panel.getByRole('button', { name: 'interact', exact: true }).click();
  await expect.poll(async () => new Set(await kindsOf(panel))).toEqual(new Set(['INTERACT']));
});

test('a filter without matches suggests which term to remove', async ({ opened: { panel } }) => {
  await fieldOf(panel).fill('kind:assess is:threw ');
  await expect(panel.getByText(t('empty.noMatch'))).toBeVisible();
  await panel.getByRole('button', { name: tPattern('empty.dropTerm', { part: 'is:threw' }) }).click();
  await expect.poll(async () => new Set(await kindsOf(panel))).toEqual(new Set(['ASSESS']));
});

test('a pattern with catastrophic backtracking is matched by the linear engine, which is loaded on demand', async ({
  opened: { panel },
}) => {
  await fieldOf(panel).fill('edata.type:/^(((c+l*)+i*c*)+k*)+$/ ');
  await expect.poll(async () => new Set(await kindsOf(panel))).toEqual(new Set(['INTERACT']));
  await fieldOf(panel).fill('/(?=.*a).*b/');
  await expect(panel.getByText(t('filter.error.lookaround', { source: '(?=.*a).*b' }))).toBeVisible();
});

test('a saved filter is restored in the next panel', async ({ opened: { panel } }) => {
  await fieldOf(panel).fill('kind:search ');
  await panel.getByRole('button', { name: t('filter.saved') }).click();
  await panel.getByRole('button', { name: t('filter.save') }).click();
  const stored = "chrome.storage.local.get('saved-filters').then((all) => all['saved-filters'])";
  await expect.poll(() => panel.evaluate(stored)).toEqual(['kind:search']);
  await panel.evaluate('location.reload()');
  await panel.locator('[data-ready]').waitFor({ state: 'attached' });
  await panel.getByRole('button', { name: t('filter.saved') }).click();
  await panel.getByRole('button', { name: 'kind:search', exact: true }).click();
  await expect(panel.getByRole('button', { name: t('filter.removeTerm', { term: 'kind:search' }) })).toBeVisible();
  await panel.getByRole('button', { name: t('filter.saved') }).click();
  await panel.getByRole('button', { name: t('filter.forget', { filter: 'kind:search' }) }).click();
});

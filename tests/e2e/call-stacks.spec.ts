import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { playLesson } from '#tests/drivers/lesson';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

const rows = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');

/** The hooks that pages of watched sites get when they load. */
const readRegisteredHooks = (panel: Frame) =>
  panel.evaluate(`chrome.scripting.getRegisteredContentScripts({ ids: ['page-hook'] }).then(([{ js }]) => js)`);

async function recordStacks(panel: Frame, isOn: boolean): Promise<void> {
  await panel.getByRole('button', { name: t('settings.title') }).click();
  await panel.getByRole('checkbox', { name: t('callStack.record') }).setChecked(isOn);
  await panel
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click();
  await expect.poll(() => readRegisteredHooks(panel)).toEqual([isOn ? 'page-hook-stacks.js' : 'page-hook.js']);
}

const readStacks = async (panel: Frame) => (await readRecords(panel)).flatMap(({ call }) => call?.stack ?? []);

test('a finding links to the calling code, without running code of the page', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await tab.addInitScript(`Error.prepareStackTrace = () => { window.wasAsked = true; return 'of the page'; };`);
  const pageUrl = setup.pageUrlOf('2.0.1');
  await tab.goto(pageUrl);
  const calls = await playLesson(tab);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(calls.length);
  expect(await readStacks(panel)).toEqual([]);

  await recordStacks(panel, true);
  await tab.goto(pageUrl);
  const callsAgain = await playLesson(tab);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(calls.length + callsAgain.length);
  const frames = await readStacks(panel);
  expect(new Set(frames.map(({ url }) => new URL(url).origin))).toEqual(new Set([new URL(pageUrl).origin]));
  expect(await tab.evaluate('window.wasAsked')).toBeUndefined();

  await recordStacks(panel, false);
  await rows(panel).filter({ hasText: 'data.pageid' }).last().click();
  const link = panel.getByRole('tabpanel').getByRole('button', { name: /^[\w.-]+:\d+$/ });
  const name = (await link.first().textContent()) ?? '';
  await link.first().click();
  await expect(devtools.getByRole('tab', { name: name.replace(/:\d+$/, '') }).first()).toBeVisible();
});

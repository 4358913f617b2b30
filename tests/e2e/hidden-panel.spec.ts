import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import type { OpenedPanel } from '#tests/drivers/devtools';
import { openPanel } from '#tests/drivers/devtools';
import { recordsOf } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

/** More than are rendered whole. */
const MANY = 60;
const MORE = 25;

const OUR_TAB = 'Telemetry V3';

const showTab = (devtools: Page, name: string): Promise<void> =>
  devtools.getByRole('tab', { name, exact: true }).first().click();

async function emit(tab: Page, first: number, count: number): Promise<void> {
  await tab.evaluate(
    ([from, many]) => {
      for (let index = from; index < from + many; index += 1) {
        const event = { eid: 'LOG', ets: Date.now(), ver: '3.0', mid: `LOG:${index}`, edata: { message: `m${index}` } };
        document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail: event }));
      }
    },
    [first, count] as const,
  );
}

/** The rows whose middle is really seen in the list. */
const rowsInSight = ({ panel }: OpenedPanel): Promise<readonly string[]> =>
  panel.evaluate(() =>
    [...document.querySelectorAll('tbody [aria-selected]')].flatMap((row) => {
      const { left, width, top, height } = row.getBoundingClientRect();
      const hit = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + height / 2);
      return hit && row.contains(hit) ? [row.textContent ?? ''] : [];
    }),
  );

const gridOf = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') });

for (const dock of ['undocked', 'bottom'] as const) {
  test(`events that came while another tab was shown are in sight on return, ${dock}`, async ({
    setup,
    pages,
    tab,
  }) => {
    const opened = await openPanel(setup.browser.context, tab, setup.browser.extensionId, dock);
    await tab.goto(`${pages.url}/empty/`);
    await emit(tab, 0, MANY);
    await expect.poll(async () => (await recordsOf(opened.panel)).length).toBe(MANY);
    await expect.poll(async () => (await rowsInSight(opened)).at(-1)).toContain(`m${MANY - 1}`);
    await showTab(opened.devtools, 'Console');
    await emit(tab, MANY, MORE);
    await expect.poll(async () => (await recordsOf(opened.panel)).length).toBe(MANY + MORE);
    await showTab(opened.devtools, OUR_TAB);
    await expect.poll(async () => (await rowsInSight(opened)).at(-1)).toContain(`m${MANY + MORE - 1}`);
  });
}

test('a list that was scrolled away from its end is where it was on return', async ({ setup, pages, tab }) => {
  const opened = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
  await tab.goto(`${pages.url}/empty/`);
  await emit(tab, 0, MANY);
  await expect.poll(async () => (await recordsOf(opened.panel)).length).toBe(MANY);
  await gridOf(opened.panel).hover();
  await opened.devtools.mouse.wheel(0, -10_000);
  await expect.poll(async () => (await rowsInSight(opened))[0]).toContain('m0');
  const before = await rowsInSight(opened);
  await showTab(opened.devtools, 'Console');
  await emit(tab, MANY, MORE);
  await expect.poll(async () => (await recordsOf(opened.panel)).length).toBe(MANY + MORE);
  await showTab(opened.devtools, OUR_TAB);
  await expect.poll(() => rowsInSight(opened)).toEqual(before);
});

import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { composeSample } from '#tests/drivers/compose-driver';
import type { OpenedPanel } from '#tests/drivers/devtools';
import { openPanel } from '#tests/drivers/devtools';
import { findLayoutFaults } from '#tests/drivers/layout-faults';
import { playLesson } from '#tests/drivers/lesson';
import { readRecords, waitForRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

/** Number of rows that exceeds the rows in view. */
const FIRST_EVENTS = 60;
const HIDDEN_EVENTS = 25;

const PANEL_TAB = 'Telemetry V3';

const showTab = (devtools: Page, name: string): Promise<void> =>
  devtools.getByRole('tab', { name, exact: true }).first().click();

async function emitEvents(tab: Page, first: number, count: number): Promise<void> {
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

/** Returns the text of each row whose center is visible in the list. */
const readVisibleRows = ({ panel }: OpenedPanel): Promise<readonly string[]> =>
  panel.evaluate(() =>
    [...document.querySelectorAll('tbody [aria-selected]')].flatMap((row) => {
      const { left, width, top, height } = row.getBoundingClientRect();
      const hit = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + height / 2);
      return hit && row.contains(hit) ? [row.textContent ?? ''] : [];
    }),
  );

const gridOf = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') });

test.use({ devtools: 'shared' });

async function expectHiddenEventsInView(opened: OpenedPanel, tab: Page, page: string): Promise<void> {
  await tab.goto(page);
  await emitEvents(tab, 0, FIRST_EVENTS);
  await expect.poll(async () => (await readRecords(opened.panel)).length).toBe(FIRST_EVENTS);
  await expect.poll(async () => (await readVisibleRows(opened)).at(-1)).toContain(`m${FIRST_EVENTS - 1}`);
  await showTab(opened.devtools, 'Console');
  await emitEvents(tab, FIRST_EVENTS, HIDDEN_EVENTS);
  await expect.poll(async () => (await readRecords(opened.panel)).length).toBe(FIRST_EVENTS + HIDDEN_EVENTS);
  await showTab(opened.devtools, PANEL_TAB);
  await expect
    .poll(async () => (await readVisibleRows(opened)).at(-1))
    .toContain(`m${FIRST_EVENTS + HIDDEN_EVENTS - 1}`);
}

test('events that arrive while another tab is shown are in view on return, in undocked DevTools', async ({
  pages,
  tab,
  opened,
}) => {
  await expectHiddenEventsInView(opened, tab, `${pages.url}/empty/`);
});

test.describe('docked', () => {
  test.use({ devtools: 'own' });

  test('events that arrive while another tab is shown are in view on return, with DevTools at the bottom', async ({
    setup,
    pages,
    tab,
  }) => {
    const opened = await openPanel(setup.browser.context, tab, setup.browser.extensionId, 'bottom');
    await expectHiddenEventsInView(opened, tab, `${pages.url}/empty/`);
  });
});

test('a list that is scrolled away from its end has the same scroll position on return', async ({
  pages,
  tab,
  opened,
}) => {
  await tab.goto(`${pages.url}/empty/`);
  await emitEvents(tab, 0, FIRST_EVENTS);
  await expect.poll(async () => (await readRecords(opened.panel)).length).toBe(FIRST_EVENTS);
  await gridOf(opened.panel).hover();
  await opened.devtools.mouse.wheel(0, -10_000);
  await expect.poll(async () => (await readVisibleRows(opened))[0]).toContain('m0');
  const before = await readVisibleRows(opened);
  await showTab(opened.devtools, 'Console');
  await emitEvents(tab, FIRST_EVENTS, HIDDEN_EVENTS);
  await expect.poll(async () => (await readRecords(opened.panel)).length).toBe(FIRST_EVENTS + HIDDEN_EVENTS);
  await showTab(opened.devtools, PANEL_TAB);
  await expect.poll(() => readVisibleRows(opened)).toEqual(before);
});

/** Returns the position and the scroll offset of each visible element. */
const readPositions = (panel: Frame): Promise<readonly string[]> =>
  panel.evaluate(() =>
    [...document.querySelectorAll('.panel *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const numbers = [left, top, width, height, element.scrollTop, element.scrollLeft].map(Math.round);
        return `${element.tagName}.${element.getAttribute('class')} ${numbers.join(' ')}`;
      }),
  );

const views: Readonly<Record<string, (panel: Frame) => Promise<void>>> = {
  'the timeline and the scrolled JSON of an event': async (panel) => {
    await panel.getByRole('row').filter({ hasText: 'hint-button' }).click();
    await panel.getByRole('tab', { name: t('json.title'), exact: true }).click();
    await expect(panel.locator('.timeline')).toBeVisible();
    await panel.locator('.pane').evaluate((pane) => pane.scrollTo(0, 60));
  },
  'the JSON of a draft': async (panel) => {
    await composeSample(panel, 'assess');
    await panel.getByRole('tab', { name: t('collector.arguments') }).click();
    await expect(panel.locator('.cm-line').first()).toBeVisible();
  },
  'negative tests': async (panel) => {
    await composeSample(panel, 'assess');
    await panel.getByRole('button', { name: t('negativeTests.open') }).click();
    await expect(panel.getByRole('table')).toBeVisible();
  },
};

for (const [view, show] of Object.entries(views)) {
  test(`showing another tab and resizing the window meanwhile leaves the layout of ${view} unchanged`, async ({
    setup,
    tab,
    opened: { devtools, panel },
  }) => {
    await tab.goto(setup.pageUrlOf('2.0.1'));
    const { length } = await playLesson(tab);
    await waitForRecords(panel, (records) => records.length >= length);
    await show(panel);
    const before = await waitForSettledPositions(panel);
    await showTab(devtools, 'Console');
    await devtools.setViewportSize({ width: 1100, height: 460 });
    await showTab(devtools, PANEL_TAB);
    await expect.poll(() => findLayoutFaults(panel)).toEqual([]);
    await showTab(devtools, 'Console');
    await devtools.setViewportSize({ width: 1280, height: 800 });
    await showTab(devtools, PANEL_TAB);
    await devtools.mouse.move(0, 0);
    await expect.poll(() => waitForSettledPositions(panel)).toEqual(before);
  });
}

/** Returns the positions once they are the same in two consecutive frames. */
async function waitForSettledPositions(panel: Frame): Promise<readonly string[]> {
  for (let last = await readPositions(panel); ; ) {
    await panel.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    const next = await readPositions(panel);
    if (next.join() === last.join()) return next;
    last = next;
  }
}

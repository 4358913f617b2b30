import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { isJsonObject } from '#core/json/json';
import { startStack } from '#demo/stack';
import { explainMissingDisplay, openDisplay } from '#tests/drivers/browser/display';
import { acceptPrompt } from '#tests/drivers/browser/permission-prompt';
import { captureDownload } from '#tests/drivers/capture-download';
import { removeStoredComposeData } from '#tests/drivers/compose-driver';
import { createCountedActions, reportTask } from '#tests/drivers/daily-tasks';
import { openPanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { readRecords, showView } from '#tests/drivers/panel-driver';
import { addEnvironment, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { launch, test } from './fixtures';
import { readyEntity } from './identity-fixtures';

/*
 * The daily tasks of a user, done in the real panel. `CountedActions` counts the steps of each task. Each test prepares
 * the initial state of its task without counting, in its first lines. The report of the run has the steps as
 * annotations of the tests.
 */

test.use({ devtools: 'shared' });

const INVALID_COUNT = 4;
const CALL_COUNT = 21;

const rows = (panel: Frame) => panel.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');
const invalidRow = (panel: Frame) => rows(panel).filter({ hasText: 'data.pageid' });
const details = (panel: Frame) => panel.getByRole('region', { name: /^IMPRESSION/ });
const menuItem = (panel: Frame, name: string | RegExp) => panel.getByRole('menuitem', { name });

/** Reads the clipboard in the inspected tab. */
async function readClipboard(tab: Page): Promise<string> {
  await tab.context().grantPermissions(['clipboard-read'], { origin: new URL(tab.url()).origin });
  await tab.bringToFront();
  return tab.evaluate('navigator.clipboard.readText()');
}

/** Copies a string, as a user does in a page. */
async function copyText(tab: Page, text: string): Promise<void> {
  await tab.context().grantPermissions(['clipboard-write'], { origin: new URL(tab.url()).origin });
  await tab.bringToFront();
  await tab.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

/** Shows the list of a page's events, of which some are invalid. Nothing is selected. */
async function showLesson(pageUrl: string, tab: Page, panel: Frame): Promise<void> {
  await tab.goto(pageUrl);
  await playLesson(tab);
  await expect(rows(panel)).toHaveCount(CALL_COUNT);
}

test.describe('in the list', () => {
  test.beforeEach(async ({ setup, tab, opened: { panel } }) => showLesson(setup.pageUrlOf('2.0.1'), tab, panel));

  test('a user sees how many events are invalid without a step', async ({ opened: { panel } }, info) => {
    const actions = createCountedActions();
    await expect(panel.getByText(t('status.invalid', { n: INVALID_COUNT }))).toBeInViewport({ ratio: 1 });
    reportTask(info, 'find how many events are invalid', actions, 0);
  });

  test('a user sees why one event is invalid in at most one step', async ({ opened: { panel } }, info) => {
    const actions = createCountedActions();
    await expect(invalidRow(panel).getByText(/^data\.pageid/)).toBeInViewport({ ratio: 1 });
    reportTask(info, 'why is one invalid, in the list', actions, 0);
    await actions.click(invalidRow(panel));
    await expect(details(panel).getByRole('tab', { name: new RegExp(`^${t('detail.findings')}`) })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(details(panel).getByRole('tabpanel')).toContainText('pageid');
    reportTask(info, 'why is one invalid, in its details', actions, 1);
  });

  test('a user who returns from another tab of DevTools sees new events without a step', async ({
    tab,
    opened: { devtools, panel },
  }, info) => {
    const showTab = (name: string) => devtools.getByRole('tab', { name, exact: true }).first().click();
    await showTab('Console');
    await tab.evaluate(() => {
      const event = { eid: 'LOG', ets: Date.now(), ver: '3.0', mid: 'LOG:late', edata: { message: 'meanwhile' } };
      document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail: event }));
    });
    await expect.poll(async () => (await readRecords(panel)).length).toBe(CALL_COUNT + 1);
    const actions = createCountedActions();
    await showTab('Telemetry V3');
    await expect(rows(panel).filter({ hasText: 'meanwhile' })).toBeInViewport({ ratio: 1 });
    reportTask(info, 'come back from another tab of DevTools', actions, 0);
  });

  test('a user copies an event as JSON, cURL or fetch in at most two steps', async ({
    tab,
    opened: { devtools, panel },
  }, info) => {
    const event = (await readRecords(panel)).find(
      ({ kind, verdict }) => kind === 'impression' && verdict === 'invalid',
    )?.event;
    const mid = isJsonObject(event?.json) ? String(event.json.mid) : '';
    const json = createCountedActions();
    await json.click(invalidRow(panel));
    await json.press(devtools, 'ControlOrMeta+c');
    await expect(panel.getByText(tPattern('toast.copied')).first()).toBeVisible();
    expect(await readClipboard(tab)).toContain(mid);
    reportTask(info, 'copy an event', json, 2);
    for (const [task, label, begin] of [
      ['copy an event as cURL', 'rowMenu.copyCurlBatch', 'curl'],
      ['copy an event as fetch', 'rowMenu.copyFetchBatch', 'await fetch'],
    ] as const) {
      const actions = createCountedActions();
      await devtools.bringToFront();
      await actions.click(invalidRow(panel), { button: 'right' });
      await actions.click(menuItem(panel, t(label)));
      await expect.poll(() => readClipboard(tab)).toContain(begin);
      expect(await readClipboard(tab)).toContain(mid);
      reportTask(info, task, actions, 2);
    }
  });

  test('a user filters by a value in at most one step', async ({ opened: { panel } }, info) => {
    // The details of an event are open, and the value is visible.
    await invalidRow(panel).click();
    await details(panel)
      .getByRole('tab', { name: t('detail.event'), exact: true })
      .click();
    const value = details(panel)
      .getByRole('treeitem')
      .filter({ hasText: /^subtype/ })
      .first();
    const actions = createCountedActions();
    // The icon shows under the pointer.
    await value.hover();
    await actions.click(
      details(panel)
        .getByRole('button', { name: t('detail.filterBy'), exact: true })
        .last(),
    );
    await expect.poll(() => rows(panel).count()).toBeLessThan(CALL_COUNT);
    reportTask(info, 'filter by a value', actions, 1);
  });

  test('a user compares two events in at most three steps', async ({ opened: { devtools, panel } }, info) => {
    const actions = createCountedActions();
    await actions.click(rows(panel).filter({ hasText: 'IMPRESSION' }).first());
    await actions.click(rows(panel).filter({ hasText: 'IMPRESSION' }).last(), { modifiers: ['ControlOrMeta'] });
    await actions.press(devtools, 'c');
    await expect(panel.getByRole('region', { name: t('compare.title'), exact: true })).toBeVisible();
    reportTask(info, 'compare two events', actions, 3);
  });

  test('a user compares an event with the previous event of its kind in at most one step', async ({
    opened: { devtools, panel },
  }, info) => {
    // The event is open.
    await rows(panel).filter({ hasText: 'IMPRESSION' }).last().click();
    const actions = createCountedActions();
    await actions.press(devtools, 'd');
    await expect(panel.getByRole('region', { name: t('compare.title'), exact: true })).toBeVisible();
    reportTask(info, 'compare with the previous of its kind', actions, 1);
  });

  test('a user exports the filtered events in at most two steps', async ({ opened: { panel } }, info) => {
    // A filter leaves some of the events.
    await panel.getByRole('combobox', { name: t('filter.title') }).fill('kind:interact ');
    await expect.poll(() => rows(panel).count()).toBe(4);
    const actions = createCountedActions();
    await actions.click(panel.getByRole('button', { name: t('export.title'), exact: true }));
    const download = panel.getByRole('button', { name: t('export.download'), exact: true });
    const { text } = await captureDownload(panel, () => actions.click(download));
    expect(JSON.parse(text).records).toHaveLength(4);
    reportTask(info, 'export what is filtered', actions, 2);
  });

  test('a user replays a recording in at most two steps', async ({ opened: { panel } }, info) => {
    // A recording of one event is kept, and the list is shown.
    await rows(panel).filter({ hasText: 'next-button' }).click({ button: 'right' });
    await menuItem(panel, t('scenarios.createFrom', 1)).click();
    await showView(panel, 'events');
    const actions = createCountedActions();
    await actions.click(panel.getByRole('tab', { name: t('scenarios.list'), exact: true }));
    await actions.click(panel.getByRole('button', { name: t('scenarios.replay'), exact: true }));
    const fired = async () =>
      (await readRecords(panel)).slice(CALL_COUNT).map(({ firedBy, kind }) => [firedBy.type, kind]);
    await expect.poll(fired).toEqual([['panel', 'interact']]);
    reportTask(info, 'replay a recording', actions, 2);
  });

  test('a user clears the list and undoes it in at most one step each', async ({
    opened: { devtools, panel },
  }, info) => {
    const clear = createCountedActions();
    await clear.click(panel.getByRole('button', { name: t('toolbar.clear'), exact: true }));
    await expect(rows(panel)).toHaveCount(0);
    reportTask(info, 'clear', clear, 1);
    const undo = createCountedActions();
    await undo.press(devtools, 'ControlOrMeta+z');
    await expect(rows(panel)).toHaveCount(CALL_COUNT);
    reportTask(info, 'undo a clear', undo, 1);
  });

  test('a user edits and resends an event in at most two steps', async ({ setup, opened: { panel } }, info) => {
    // The event is open.
    await rows(panel).filter({ hasText: 'next-button' }).click();
    const countBefore = (await readRecords(panel)).length;
    const actions = createCountedActions();
    await actions.click(panel.getByRole('button', { name: t('detail.editAndResend') }));
    await actions.click(panel.getByRole('button', { name: t('compose.fire'), exact: true }));
    const fired = async () =>
      (await readRecords(panel)).slice(countBefore).map(({ firedBy, headline }) => [firedBy.type, headline]);
    await expect.poll(fired).toEqual([['panel', expect.stringContaining('next-button')]]);
    reportTask(info, 'edit and resend', actions, 2);
    await removeStoredComposeData(setup.browser);
  });
});

test('a user fixes and resends an event in at most two steps', async ({ setup, tab, opened: { panel } }, info) => {
  await showLesson(setup.pageUrlOf('2.0.1'), tab, panel);
  const countBefore = (await readRecords(panel)).length;
  const actions = createCountedActions();
  await actions.click(rows(panel).filter({ hasText: 'hint-button' }));
  await actions.click(panel.getByRole('button', { name: t('finding.fixAndResend'), exact: true }));
  const fired = async () =>
    (await readRecords(panel))
      .slice(countBefore)
      .map(({ firedBy, headline, verdict }) => [firedBy.type, headline, verdict]);
  await expect.poll(fired).toEqual([['panel', expect.stringContaining('TOUCH'), 'valid']]);
  reportTask(info, 'fix and resend', actions, 2);
});

test('a user ignores a finding in at most two steps', async ({ setup, tab, opened: { panel } }, info) => {
  await showLesson(setup.pageUrlOf('2.0.1'), tab, panel);
  const actions = createCountedActions();
  await actions.click(invalidRow(panel));
  await actions.click(panel.getByRole('button', { name: t('policy.ignore'), exact: true }).first());
  await expect(panel.getByText(t('status.invalid', { n: INVALID_COUNT - 1 }))).toBeVisible();
  reportTask(info, 'ignore a finding', actions, 2);
  await panel.getByRole('button', { name: t('policy.undo'), exact: true }).click();
  await expect(panel.getByText(t('status.invalid', { n: INVALID_COUNT }))).toBeVisible();
});

test('a user fires a sample and sees that the collector accepted it in at most three steps', async ({
  setup,
  tab,
  opened: { panel },
}, info) => {
  // The list of a page with an SDK.
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await expect(panel.getByRole('button', { name: t('empty.fireSamples') })).toBeVisible();
  const actions = createCountedActions();
  await actions.click(panel.getByRole('tab', { name: t('toolbar.compose'), exact: true }));
  await actions.click(panel.getByRole('checkbox', { name: t('collector.sendNow') }));
  await actions.click(panel.getByRole('button', { name: t('compose.fire'), exact: true }));
  await expect(panel.getByRole('status').getByText(t('journey.accepted'), { exact: true })).toBeVisible();
  expect(setup.collector.received.some(({ text }) => text.includes('"eid":"START"'))).toBe(true);
  reportTask(info, 'fire a sample, seen as accepted by the collector', actions, 3);
  await removeStoredComposeData(setup.browser);
});

test('a user logs in as an entity from the panel in at most three steps', async ({
  setup,
  provider,
  tab,
  opened: { panel },
}, info) => {
  // An environment is set up, and the entity's row of a list of test entities was copied.
  const { context, extensionId } = setup.browser;
  await addEnvironment(context, extensionId, toEnvironmentDraft(provider));
  const { userId, password } = readyEntity(provider);
  const actions = createCountedActions();
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await copyText(tab, `${userId}\t${password}`);
  const isPopup = (page: Page) => page.url().startsWith(`chrome-extension://${extensionId}/popup.html`);
  const [popup] = await Promise.all([
    context.waitForEvent('page', isPopup),
    actions.click(panel.getByRole('button', { name: t('toolbar.logIn'), exact: true })),
  ]);
  // The field has the focus.
  await expect(popup.getByRole('textbox', { name: t('popup.userId') })).toBeFocused();
  await actions.press(popup, 'ControlOrMeta+v');
  await actions.press(popup, 'Enter');
  await expect(popup.getByRole('article', { name: userId, exact: true }).getByText(t('popup.inUse'))).toBeVisible();
  reportTask(info, 'log in as an entity, from the panel', actions, 3);
});

/** Needs a browser with a window, because a headless browser shows no permission prompt. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this test uses no fixture.
test('a user watches a new site in at most one step', async ({}, info) => {
  const missing = explainMissingDisplay();
  test.skip(missing !== null, missing ?? '');
  const display = await openDisplay();
  const stack = await startStack();
  const browser = await launch(false, {
    display: display.name,
    extraArguments: ['--host-resolver-rules=MAP *.test 127.0.0.1'],
  });
  try {
    // The panel is open at a site that is not watched.
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(`${stack.site.url.replace('127.0.0.1', 'learn.test')}/sdk-2.0.1/`);
    const { panel } = await openPanel(browser.context, page, browser.extensionId);
    const actions = createCountedActions();
    const watch = panel.getByRole('button', { name: t('toolbar.watch'), exact: true });
    await acceptPrompt(display, page, () => actions.click(watch));
    await expect(panel.getByRole('button', { name: tPattern('toolbar.watching') })).toBeVisible();
    reportTask(info, 'watch a new site', actions, 1);
  } finally {
    await browser.close();
    await stack.stop();
    display.close();
  }
});

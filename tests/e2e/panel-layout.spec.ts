import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import {
  composeSample,
  removeStoredComposeData,
  selectCollectorTransport,
  selectPageTransport,
  writeDraftJson,
} from '#tests/drivers/compose-driver';
import { type OpenedPanel, resizePanel } from '#tests/drivers/devtools';
import { findLayoutFaults } from '#tests/drivers/layout-faults';
import { playLesson } from '#tests/drivers/lesson';
import { showView, waitForRecords } from '#tests/drivers/panel-driver';
import { addEnvironmentInPopup } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { logOutAll } from '#tests/keycloak/log-in-fixtures';
import { type TestSetup, test } from './fixtures';
import { environmentWith, logInAs, readyEntity } from './identity-fixtures';

/*
 * Measures in the real browser that nothing overflows the document, overlaps or is cut off.
 * Each view has much content, and is measured at several sizes of DevTools.
 */

const { poll } = expect.configure({ soft: true });

test.use({ devtools: 'shared' });
test.afterAll(({ setup: { browser } }) => removeStoredComposeData(browser));

const sizes = [
  [1280, 800],
  [1280, 330],
  [800, 800],
  [700, 800],
  [480, 800],
] as const;

test('the layout of events with details and a long filter is intact at every size', async ({ setup, tab, opened }) => {
  const { panel } = opened;
  await playWholeLesson(setup, tab, panel);
  await panel
    .getByRole('combobox', { name: t('filter.title') })
    .fill('-kind:log -kind:audit -page:nowhere -edata.id:none -is:lost ');
  await panel
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .first()
    .click();
  await expect(panel.getByRole('tab', { name: t('detail.findings') })).toBeVisible();
  await expectNoFaults(opened, 'events');
  const more = panel.getByRole('button', { name: tPattern('filter.moreTerms') });
  await more.click();
  await panel.getByRole('menuitem', { name: t('filter.removeTerm', { term: '-is:lost' }), exact: true }).click();
  await more.click();
  await expect(panel.getByRole('menuitem', { name: '-edata.id:none', exact: true })).toBeVisible();
  await expect(panel.getByRole('menuitem', { name: '-is:lost', exact: true })).toHaveCount(0);
});

test('the layout of Compose is intact at every size', async ({ setup, tab, opened }) => {
  const { panel } = opened;
  await playWholeLesson(setup, tab, panel);
  await composeSample(panel, 'assess');
  await expectNoFaults(opened, 'compose');
});

test('the Fire button stays at the same position in every state of Compose', async ({ setup, tab, opened }) => {
  const { panel } = opened;
  await playWholeLesson(setup, tab, panel);
  await resizePanel(opened, 1280, 800);
  await composeSample(panel, 'assess');
  const states: Readonly<Record<string, () => Promise<void>>> = {
    'a valid draft': async () => undefined,
    'a draft with errors': () => writeDraftJson(panel, 'assess', '{ "data": {} }'),
    'a draft that cannot be read': () => writeDraftJson(panel, 'assess', '{ "data": '),
    'a collector': () => selectCollectorTransport(panel, setup.pageUrlOf('2.0.1')),
    'a collector without a URL': () => selectCollectorTransport(panel, ''),
  };
  const firstPositions = new Map<number, FirePosition>();
  for (const [state, enter] of Object.entries(states)) {
    await resizePanel(opened, 1280, 800);
    await enter();
    for (const width of [1280, 800, 700, 480]) {
      await resizePanel(opened, width, 800);
      const position = await measureFirePosition(panel);
      expect.soft(position.isBesideOptions, `${state} at ${width} px`).toBe(true);
      expect.soft(position, `${state} at ${width} px`).toEqual(firstPositions.get(width) ?? position);
      firstPositions.set(width, position);
    }
  }
  await resizePanel(opened, 1280, 800);
  await selectPageTransport(panel);
});

test('the layout of negative tests is intact at every size', async ({ setup, tab, opened }) => {
  const { panel } = opened;
  await playWholeLesson(setup, tab, panel);
  await composeSample(panel, 'assess');
  await panel.getByRole('button', { name: t('negativeTests.open') }).click();
  await expectNoFaults(opened, 'negative tests');
});

test('the layout of a scenario with more than 24 steps is intact at every size', async ({ setup, tab, opened }) => {
  const { panel } = opened;
  const count = await playWholeLesson(setup, tab, panel);
  await showView(panel, 'scenarios');
  await panel.getByRole('button', { name: t('scenarios.fromShown', count) }).click();
  const steps = panel.locator('.step');
  await expect(steps.first()).toBeVisible();
  const add = panel.getByRole('combobox', { name: t('scenarios.addStep') });
  for (let stepCount = await steps.count(); stepCount < 32; stepCount += 1) {
    await add.selectOption('expect-no-invalid');
    await expect(steps).toHaveCount(stepCount + 1);
  }
  await expectNoFaults(opened, 'scenarios');
});

test('the layout of the settings is intact at every size', async ({ setup, tab, opened }) => {
  const { panel, devtools } = opened;
  await playWholeLesson(setup, tab, panel);
  await panel.getByRole('button', { name: t('settings.title') }).click();
  await expect(panel.getByRole('dialog')).toBeVisible();
  await expectNoFaults(opened, 'settings');
  await devtools.keyboard.press('Escape');
});

test('the layout of saved filters is intact at every size', async ({ setup, tab, opened }) => {
  const { panel, devtools } = opened;
  await playWholeLesson(setup, tab, panel);
  for (const [width, height] of sizes) {
    await resizePanel(opened, width, height);
    await panel.getByRole('button', { name: t('filter.saved'), exact: true }).click();
    await expect(panel.getByText(t('filter.noneSaved'))).toBeInViewport({ ratio: 1 });
    await devtools.keyboard.press('Escape');
  }
});

test('the layout of the rule sets with ignored findings is intact at every size', async ({ setup, tab, opened }) => {
  const { panel } = opened;
  await playWholeLesson(setup, tab, panel);
  await panel
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .first()
    .click();
  await panel
    .getByRole('button', { name: t('policy.ignore'), exact: true })
    .first()
    .click();
  await expect(panel.getByRole('button', { name: t('policy.status', { n: '1' }) })).toBeVisible();
  await showView(panel, 'rule-sets');
  for (const severities of await panel.getByText(tPattern('ruleSets.severities')).all()) await severities.click();
  await panel.evaluate("chrome.storage.local.set({ language: 'hi' })");
  await expect(panel.locator('html[lang="hi"]')).toBeAttached();
  await expectNoFaults(opened, 'rule sets');
  await panel.evaluate("chrome.storage.local.set({ language: 'en' })");
  await panel.getByRole('button', { name: tPattern('ruleSets.removeIgnore') }).click();
  await expect(panel.getByText(t('ruleSets.noIgnored'))).toBeVisible();
});

test('the layout of the registry is intact at every size for every operation', async ({
  setup: { browser },
  provider,
  resources,
  opened,
}) => {
  const { panel } = opened;
  const popup = await browser.context.newPage();
  await popup.goto(`chrome-extension://${browser.extensionId}/popup.html`);
  await logOutAll(popup);
  await addEnvironmentInPopup(popup, environmentWith(provider, resources));
  await logInAs(popup, readyEntity(provider));
  await popup.close();
  await showView(panel, 'registry');
  const operations = panel.getByRole('group', { name: t('registry.operation') });
  for (const operation of [t('registry.update'), t('registry.attest')]) {
    await operations.getByRole('button', { name: operation }).click();
    await expectNoFaults(opened, operation);
    await resizePanel(opened, 800, 800);
    const tops = await panel.locator('.registry-form > *').evaluateAll((all) =>
      all.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    const gaps = tops.slice(1).map(({ top }, index) => top - (tops[index]?.bottom ?? 0));
    expect.soft(Math.max(...gaps), `gaps of ${operation}`).toBeLessThanOrEqual(12);
  }
});

interface FirePosition {
  /** The distances from the edges of the panel to those of the button, in pixels. */
  readonly end: number;
  readonly bottom: number;
  readonly isBesideOptions: boolean;
}

async function measureFirePosition(panel: Frame): Promise<FirePosition> {
  const fire = panel.getByRole('button', { name: t('compose.fire'), exact: true });
  return fire.evaluate((button) => {
    const { left, right, bottom } = button.getBoundingClientRect();
    const options = button.parentElement?.querySelector('.fire-options')?.getBoundingClientRect();
    return {
      end: Math.round(innerWidth - right),
      bottom: Math.round(innerHeight - bottom),
      isBesideOptions: options !== undefined && left >= options.right && bottom <= options.bottom + 1,
    };
  });
}

async function playWholeLesson(setup: TestSetup, tab: Page, panel: Frame): Promise<number> {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const { length } = await playLesson(tab);
  return (await waitForRecords(panel, (records) => records.length >= length)).length;
}

async function expectNoFaults(opened: OpenedPanel, view: string): Promise<void> {
  for (const [width, height] of sizes) {
    await resizePanel(opened, width, height);
    // Elements that do not fit are collapsed once the browser has reported the width of all.
    await poll(() => findLayoutFaults(opened.panel), `${view} at ${width} × ${height}`).toEqual([]);
  }
}

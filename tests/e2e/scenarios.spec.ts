import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { valueAt } from '#core/json/json';
import { captureDownload } from '#tests/drivers/capture-download';
import { installPackage, runExportedTest } from '#tests/drivers/exported-test';
import { playLesson } from '#tests/drivers/lesson';
import { readRecords, showView, waitForRecords } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { type TestSetup, test } from './fixtures';

test.use({ devtools: 'shared' });

test('a scenario recorded from the site passes if the site does the same, and fails with the exact difference otherwise', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  const pageUrl = await recordLesson(setup, tab, panel);
  await run(panel);
  await tab.goto(pageUrl);
  await playLesson(tab);
  await expect(outcome(panel)).toContainText(tPattern('scenarios.passed'));

  await run(panel);
  await tab.goto(`${pageUrl}?fault=renamed-id`);
  await playLesson(tab);
  await expect(outcome(panel)).toContainText(tPattern('scenarios.failedAt'));
  await expect(panel.getByRole('alert')).toHaveText(
    tPattern('scenarios.result.fieldIs', {
      path: 'edata.id',
      event: tPattern('scenarios.result.inRow', { event: 'INTERACT drop-2 · DRAG · water-cycle-2' }),
      value: '"drop-2"',
      test: t('scenarios.stepText.toBe', { value: '"drop"' }),
    }),
  );
  await expect(
    panel
      .getByRole('region', { name: t('scenarios.history') })
      .getByText(t('scenarios.passedOf', { passed: 0, runs: 1 })),
  ).toBeVisible();
  await expect(
    panel
      .getByRole('region', { name: t('scenarios.history') })
      .getByText(t('scenarios.passedOf', { passed: 1, runs: 1 })),
  ).toBeVisible();
});

test('an event that the site no longer sends is reported together with the event captured instead', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  const pageUrl = await recordLesson(setup, tab, panel);
  await run(panel);
  await tab.goto(`${pageUrl}?fault=lost-answer`);
  await playLesson(tab);
  await expect(panel.getByRole('alert')).toHaveText(
    tPattern('scenarios.result.otherNext', { kind: 'RESPONSE', event: 'INTERRUPT background · water-cycle-2' }),
  );
});

test('the bundled “Play session” passes, and passes three times without a difference', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await showView(panel, 'scenarios');
  await expect(panel.getByRole('option', { name: t('scenarios.playSession') })).toBeVisible();
  await run(panel);
  await expect(outcome(panel)).toContainText(tPattern('scenarios.passed'));
  const fired = (await readRecords(panel)).map(({ kind, firedBy, verdict }) => `${kind} ${firedBy.type} ${verdict}`);
  expect(fired).toEqual(
    ['start', 'impression', 'interact', 'interact', 'assess', 'response', 'summary', 'end'].map(
      (kind) => `${kind} panel valid`,
    ),
  );

  await panel.getByRole('spinbutton', { name: t('scenarios.times') }).fill('3');
  await run(panel);
  await expect(panel.getByText(t('scenarios.passedOf', { passed: 3, runs: 3 }))).toBeVisible();
  await expect(panel.getByText(t('scenarios.noDifference'))).toBeVisible();
});

test('a run can be stopped in the middle, and the scenario is stored', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await showView(panel, 'scenarios');
  await panel.getByRole('button', { name: t('scenarios.create') }).click();
  const name = panel.getByRole('textbox', { name: t('scenarios.name') });
  await name.fill('Waits for an assess');
  await name.press('Enter');
  await panel.getByRole('combobox', { name: t('scenarios.addStep') }).selectOption('expect-no-invalid');
  await panel.getByRole('combobox', { name: t('scenarios.addStep') }).selectOption('wait-for');
  await panel.getByRole('textbox', { name: t('scenarios.filter') }).fill('kind:assess');
  await run(panel);
  await expect(outcome(panel)).toContainText(t('scenarios.runningStep', { step: 2, all: 2 }));
  await panel.getByRole('button', { name: t('scenarios.stop'), exact: true }).click();
  await expect(outcome(panel)).toContainText(t('scenarios.stoppedAt', { step: 2 }));
  const storedNames =
    "chrome.storage.local.get('scenarios').then(({ scenarios = '{\"items\":[]}' }) => JSON.parse(scenarios).items.map((one) => one.scenario.name))";
  await expect.poll(() => panel.evaluate(storedNames)).toContain('Waits for an assess');
});

test('a recorded scenario exported as a Playwright test passes on the site, and fails on a changed site', async ({
  setup,
  tab,
  opened: { panel },
}, { outputDir }) => {
  await installPackage(outputDir);
  const pageUrl = await recordLesson(setup, tab, panel);
  const recorded = await exportTest(panel);
  await panel.getByRole('option', { name: t('scenarios.playSession') }).click();
  const session = await runExportedTest(`${outputDir}/session`, await exportTest(panel), pageUrl);
  expect(session, session.output).toMatchObject({ exitCode: 0 });

  const green = await runExportedTest(`${outputDir}/green`, recorded, `${pageUrl}?play`);
  expect(green, green.output).toMatchObject({ exitCode: 0 });
  expect(green.output).toContain('1 passed');
  const red = await runExportedTest(`${outputDir}/red`, recorded, `${pageUrl}?play&fault=renamed-id`);
  expect(red, red.output).toMatchObject({ exitCode: 1 });
  expect(red.output).toMatch(/edata\.id of INTERACT drop-2.* is "drop-2"; expected to be "drop"/);
});

test('a recording counts calls live, and its replay makes the same calls with new ids', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await showView(panel, 'scenarios');
  await panel.getByRole('button', { name: t('scenarios.record'), exact: true }).click();
  await tab.getByRole('button', { name: 'Begin the lesson' }).click();
  await tab.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(async () => (await readRecords(panel)).length).toBeGreaterThanOrEqual(2);
  const recorded = await readRecords(panel);
  const events = t('count.event', recorded.length);
  await panel.getByRole('button', { name: t('scenarios.stopRecording', { events }), exact: true }).click();
  await expect(panel.getByRole('region', { name: t('scenarios.recorded') })).toBeVisible();
  await panel.getByRole('button', { name: t('scenarios.replay'), exact: true }).click();
  await expect(outcome(panel)).toContainText(tPattern('scenarios.passed'));
  const replayed = (await readRecords(panel)).slice(recorded.length);
  expect(replayed.map(({ name, call }) => [name, call?.args])).toEqual(
    recorded.map(({ name, call }) => [name, call?.args]),
  );
  const mids = [...recorded, ...replayed].map(({ event }) => JSON.stringify(valueAt(event?.json, ['mid'])));
  expect(new Set(mids).size).toBe(mids.length);
});

async function run(panel: Frame): Promise<void> {
  const button = panel.getByRole('button', { name: t('scenarios.run'), exact: true });
  await button.or(panel.getByRole('button', { name: t('scenarios.expect'), exact: true })).click();
}

function outcome(panel: Frame) {
  return panel.locator('.run-bar [role="status"]');
}

/** Plays the lesson, and makes a scenario of all its calls. Resolves with the page's URL. */
async function recordLesson(setup: TestSetup, tab: Page, panel: Frame): Promise<string> {
  const pageUrl = setup.pageUrlOf('2.0.1');
  await tab.goto(pageUrl);
  const calls = await playLesson(tab);
  await waitForRecords(panel, (records) => records.length >= calls.length);
  await showView(panel, 'scenarios');
  await panel.getByRole('button', { name: t('scenarios.fromShown', calls.length) }).click();
  await expect(
    panel.getByRole('button', { name: t('scenarios.stepText.expectKind', { kind: 'ASSESS' }) }),
  ).toBeVisible();
  return pageUrl;
}

async function exportTest(panel: Frame): Promise<string> {
  return (await captureDownload(panel, () => panel.getByRole('button', { name: t('scenarios.playwright') }).click()))
    .text;
}

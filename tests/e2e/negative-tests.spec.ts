import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { messageText } from '#components/i18n/message-text.ts';
import { argumentsOf } from '#components/panel/negative-tests/negative-test-runner.ts';
import { describeFinding, describeMutation } from '#components/panel/negative-tests/negative-test-table-text.ts';
import { valueAt } from '#core/json/json';
import { deriveNegativeTests } from '#core/negative-tests/derive-negative-tests';
import { predictIngestionOutcome } from '#core/negative-tests/ingestion-outcome';
import type { NegativeTest } from '#core/negative-tests/negative-test';
import { collectorOutcome, compareFindings, sdkOutcome } from '#core/negative-tests/outcomes';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { sdkVersions } from '#demo/site/sdk-pages';
import { beginLesson } from '#tests/drivers/lesson';
import { RUN_TIMEOUT_MS, readRecords, selectKind, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { openPlayPage, test } from './pages/journey-test';
import type { PlayOptions } from './pages/play-page';

test.use({ devtools: 'shared' });

for (const sdk of sdkVersions) {
  test(`through SDK ${sdk}, every negative test of every kind results in exactly the predicted finding`, async ({
    setup,
    tab,
    opened: { panel },
  }) => {
    await tab.goto(setup.pageUrlOf(sdk));
    await openNegativeTests(panel);
    await panel.getByRole('button', { name: t('negativeTests.fireEverything') }).click();
    await panel
      .getByRole('alertdialog')
      .getByRole('button', { name: tPattern('negativeTests.confirm.fire') })
      .click();
    await expect(panel.getByRole('progressbar', { name: t('negativeTests.fired') })).toBeVisible();
    await expect(panel.getByRole('progressbar', { name: t('negativeTests.fired') })).toHaveCount(0, {
      timeout: RUN_TIMEOUT_MS,
    });

    const records = await readRecords(panel);
    const outcomes = eventKinds.map((kind) => compareOutcomes(kind, records));
    console.table(Object.fromEntries(outcomes.map(({ kind, counts }) => [kind, counts])));
    expect(outcomes.flatMap(({ mismatches }) => mismatches)).toEqual([]);
    // SDK 1.x replaces an empty actor.id by the configured id. SDK 2.x changes nothing.
    expect(new Set(outcomes.map(({ counts }) => counts['fixed by SDK']))).toEqual(new Set([sdk === '1.3.0' ? 2 : 0]));
    for (const { kind, counts } of outcomes) {
      await selectKind(panel, kind);
      const { fired, 'as expected': predicted } = counts;
      await expect(panel.getByText(t('negativeTests.tally', fired, { agreed: predicted }))).toBeVisible();
    }
  });
}

test('events of the page are still valid after negative tests were fired', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await beginLesson(tab, setup.pageUrlOf('2.0.1'));
  await openNegativeTests(panel);
  await selectKind(panel, 'start');
  await panel.getByRole('button', { name: tPattern('negativeTests.fireAll', { kind: 'START' }) }).click();
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: tPattern('negativeTests.confirm.fire') })
    .click();
  await expect(panel.getByText(tPattern('negativeTests.tally'))).toBeVisible({ timeout: RUN_TIMEOUT_MS });
  await tab.getByRole('button', { name: 'Move the drop to the cloud' }).click();
  await expect.poll(async () => (await readRecords(panel)).at(-1)?.firedBy.type).toBe('page');
  const last = (await readRecords(panel)).at(-1);
  expect({ findings: last?.findings, object: last?.event?.json }).toMatchObject({
    findings: [],
    object: {
      object: { id: 'do_31307361', ver: '1.0' },
      actor: { id: 'teacher-04' },
      context: { channel: 'demo-channel' },
    },
  });
});

const playOptions = { transport: 'own', batch: 20 } as const;
const droppingSdks: readonly (readonly [string, EventKind, PlayOptions, string | RegExp])[] = [
  [
    '1.3.0, which rejects events by its own validation',
    'log',
    { ...playOptions, sdk: '1.3.0', config: { enableValidation: true } },
    tPattern('negativeTests.sdk.droppedByValidation'),
  ],
  [
    '2.0.1, which drops an END without START',
    'end',
    { ...playOptions, sdk: '2.0.1' },
    t('negativeTests.sdk.droppedNoStart'),
  ],
];
for (const [sdk, kind, options, cell] of droppingSdks) {
  test(`through SDK ${sdk}, envelope findings cannot be checked for dropped events`, async ({
    pages,
    tab,
    opened: { panel },
  }) => {
    await openPlayPage(tab, pages.url, options);
    await openNegativeTests(panel);
    await selectKind(panel, kind);
    await panel.getByRole('button', { name: tPattern('negativeTests.fireAll') }).click();
    await panel
      .getByRole('alertdialog')
      .getByRole('button', { name: tPattern('negativeTests.confirm.fire') })
      .click();
    await expect(panel.getByText(tPattern('negativeTests.notCheckableCount'))).toBeVisible({ timeout: RUN_TIMEOUT_MS });
    await expect(panel.getByText(t('negativeTests.mismatch'), { exact: true })).toHaveCount(0);
    const dropped = panel
      .getByRole('row')
      .filter({ hasText: t('negativeTests.notCheckable') })
      .first();
    await expect(dropped).toContainText(cell);
  });
}

for (const kind of ['interact', 'log'] as const) {
  test(`only events that the SDK dispatched in the page are marked as emitted: ${kind}`, async ({
    pages,
    tab,
    opened: { panel },
  }) => {
    const options: PlayOptions = { ...playOptions, sdk: '1.3.0', config: { enableValidation: true } };
    const { frame } = await openPlayPage(tab, pages.url, options);
    await frame.evaluate(() => {
      const dispatchedMids: string[] = [];
      Object.assign(globalThis, { dispatchedMids });
      document.addEventListener('TelemetryEvent', (event) => dispatchedMids.push((event as CustomEvent).detail.mid));
    });
    await openNegativeTests(panel);
    await selectKind(panel, kind);
    await panel.getByRole('button', { name: tPattern('negativeTests.fireAll') }).click();
    await panel
      .getByRole('alertdialog')
      .getByRole('button', { name: tPattern('negativeTests.confirm.fire') })
      .click();
    await expect(panel.getByText(tPattern('negativeTests.notCheckableCount'))).toBeVisible();
    const records = await readRecords(panel);
    const listed = records.flatMap(({ event }) => (event === null ? [] : [valueAt(event.json, ['mid'])]));
    const dispatchedMids = await frame.evaluate<readonly string[]>('dispatchedMids');
    expect(listed.toSorted()).toEqual(dispatchedMids.toSorted());
    expect(dispatchedMids.length).toBeLessThan(records.length);
    const emitted = panel.getByRole('cell', { name: t('negativeTests.sdk.emitted'), exact: true });
    // The last call resets what the negative tests left in the SDK, and has no row.
    await expect(emitted).toHaveCount(dispatchedMids.length - 1);
  });
}

test('a single negative test can be fired by its own button, by keyboard alone', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await openNegativeTests(panel);
  await selectKind(panel, 'log');
  const first = panel.getByRole('button', {
    name: t('negativeTests.fireOne', { mutation: t('negativeTests.mutation.omitted', { path: 'data.type' }) }),
  });
  await panel
    .getByRole('button', {
      name: t('negativeTests.fireOne', { mutation: t('negativeTests.mutation.omitted', { path: 'data' }) }),
    })
    .focus();
  for (let row = 0; row < 30 && !(await first.evaluate((button) => button === document.activeElement)); row += 1) {
    await panel.page().keyboard.press('ArrowDown');
  }
  await panel.page().keyboard.press('Enter');
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: t('negativeTests.confirm.fire', 1) })
    .click();
  await expect(panel.getByText(t('negativeTests.tally', 1, { agreed: 1 }))).toBeVisible();
  await expect(first).toBeFocused();
  const cells = panel.getByRole('row').filter({ has: first }).getByRole('cell');
  await expect(cells).toContainText([
    t('negativeTests.sdk.emitted'),
    t('negativeTests.asExpected'),
    tPattern('ingestion.rejects', { words: /edata\.type .*/ }),
    t('negativeTests.collectorState.notSent'),
  ]);
});

test('the table fits at 700 px, and shows the contents of hidden columns within the row', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await devtools.setViewportSize({ width: 700, height: 800 });
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await openNegativeTests(panel);
  const table = panel.getByRole('region', { name: t('negativeTests.table') });
  await table.getByRole('button').first().click();
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: t('negativeTests.confirm.fire', 1) })
    .click();
  const [sdk, ingestion] = [t('negativeTests.sdk.emitted'), tPattern('ingestion.rejectsSampleToo')];
  await expect(table.getByText(tPattern('negativeTests.folded', { sdk, ingestion })).first()).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([
    t('negativeTests.fire'),
    t('negativeTests.column.case'),
    t('negativeTests.column.expected'),
    t('negativeTests.column.validator'),
    t('negativeTests.column.collector'),
  ]);
  expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
});

test('firing all negative tests can be stopped', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await openNegativeTests(panel);
  await panel.getByRole('button', { name: t('negativeTests.fireEverything') }).click();
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: tPattern('negativeTests.confirm.fire') })
    .click();
  await panel.getByRole('button', { name: t('negativeTests.stop') }).click();
  await expect(panel.getByRole('button', { name: t('negativeTests.fireEverything') })).toBeEnabled();
  expect((await readRecords(panel)).length).toBeLessThan(1000);
});

async function openNegativeTests(panel: Frame): Promise<void> {
  await showView(panel, 'compose');
  await panel.getByRole('button', { name: t('negativeTests.open') }).click();
  await expect(panel.getByRole('heading', { name: t('negativeTests.open') })).toBeVisible();
}

/** Compares the negative tests of a kind with the records that have the same arguments. */
function compareOutcomes(kind: EventKind, records: readonly PlainJudgedRecord[]) {
  const fired = new Map(records.map((record) => [JSON.stringify([record.name, record.call?.args]), record]));
  const all = deriveNegativeTests(kind).map((negativeTest) => ({
    negativeTest,
    record: fired.get(keyOf(negativeTest)),
  }));
  const counts = {
    fired: all.length,
    'as expected': 0,
    'fixed by SDK': 0,
    'SDK emitted': 0,
    'SDK dropped or threw': 0,
    'ingestion drops': 0,
    'collector 200': 0,
  };
  const mismatches: string[] = [];
  for (const { negativeTest, record } of all) {
    const comparison = record && compareFindings(negativeTest, record);
    if (comparison?.status === 'as-predicted') counts['as expected'] += 1;
    else if (comparison?.status === 'fixed-by-sdk') counts['fixed by SDK'] += 1;
    else
      mismatches.push(
        `${kind}, ${describeMutation(negativeTest.mutation)}: ${record?.findings.map(describeFinding) ?? 'not seen'}`,
      );
    if (!record) continue;
    if (sdkOutcome(record).detection === 'missed') counts['SDK emitted'] += 1;
    if (sdkOutcome(record).detection === 'detected') counts['SDK dropped or threw'] += 1;
    if (predictIngestionOutcome(kind, record).detection === 'detected') counts['ingestion drops'] += 1;
    if (messageText(collectorOutcome(record).text).startsWith('200')) counts['collector 200'] += 1;
  }
  return { kind, counts, mismatches };
}

function keyOf(negativeTest: NegativeTest): string {
  return JSON.stringify([negativeTest.kind, argumentsOf(negativeTest)]);
}

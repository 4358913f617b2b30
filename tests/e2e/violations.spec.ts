import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { messageText } from '#components/i18n/message-text.ts';
import { argumentsOf } from '#components/panel/negative-tests/violation-runner.ts';
import { describeFinding, describeMutation } from '#components/panel/negative-tests/violation-table-text.ts';
import { valueAt } from '#core/json/json';
import { ingestionOutcome } from '#core/negative-tests/ingestion-outcome';
import { collectorOutcome, compareFindings, sdkOutcome } from '#core/negative-tests/outcomes';
import type { Violation } from '#core/negative-tests/violation';
import { violationsOf } from '#core/negative-tests/violations-of';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { sdkVersions } from '#demo/site/sdk-pages';
import { beginLesson } from '#tests/drivers/lesson';
import { RUN_TIMEOUT_MS, recordsOf, selectKind, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { play, test } from './pages/journey-test';
import type { PlayOptions } from './pages/play-page';

test.use({ devtools: 'shared' });

for (const sdk of sdkVersions) {
  test(`through SDK ${sdk}, every violation of every kind results in exactly the predicted finding`, async ({
    setup,
    tab,
    opened: { panel },
  }) => {
    await tab.goto(setup.pageUrlOf(sdk));
    await openViolations(panel);
    await panel.getByRole('button', { name: t('violations.fireEverything') }).click();
    await panel
      .getByRole('alertdialog')
      .getByRole('button', { name: tPattern('violations.confirm.fire') })
      .click();
    await expect(panel.getByRole('progressbar', { name: t('violations.fired') })).toBeVisible();
    await expect(panel.getByRole('progressbar', { name: t('violations.fired') })).toHaveCount(0, {
      timeout: RUN_TIMEOUT_MS,
    });

    const records = await recordsOf(panel);
    const outcomes = eventKinds.map((kind) => outcomeOf(kind, records));
    console.table(Object.fromEntries(outcomes.map(({ kind, counts }) => [kind, counts])));
    expect(outcomes.flatMap(({ otherwise }) => otherwise)).toEqual([]);
    // 1.x puts the configured id in the place of an empty actor.id; 2.x lets all through.
    expect(new Set(outcomes.map(({ counts }) => counts['fixed by SDK']))).toEqual(new Set([sdk === '1.3.0' ? 2 : 0]));
    for (const { kind, counts } of outcomes) {
      await selectKind(panel, kind);
      const { fired, 'as expected': predicted } = counts;
      await expect(panel.getByText(t('violations.tally', fired, { agreed: predicted }))).toBeVisible();
    }
  });
}

test('events of the page are still valid after violations were fired', async ({ setup, tab, opened: { panel } }) => {
  await beginLesson(tab, setup.pageUrlOf('2.0.1'));
  await openViolations(panel);
  await selectKind(panel, 'start');
  await panel.getByRole('button', { name: tPattern('violations.fireAll', { kind: 'START' }) }).click();
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: tPattern('violations.confirm.fire') })
    .click();
  await expect(panel.getByText(tPattern('violations.tally'))).toBeVisible({ timeout: RUN_TIMEOUT_MS });
  await tab.getByRole('button', { name: 'Move the drop to the cloud' }).click();
  await expect.poll(async () => (await recordsOf(panel)).at(-1)?.firedBy.type).toBe('page');
  const last = (await recordsOf(panel)).at(-1);
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
const dropping: readonly (readonly [string, EventKind, PlayOptions, string | RegExp])[] = [
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
for (const [sdk, kind, options, cell] of dropping) {
  test(`through SDK ${sdk}, envelope findings cannot be checked for dropped events`, async ({
    pages,
    tab,
    opened: { panel },
  }) => {
    await play(tab, pages.url, options);
    await openViolations(panel);
    await selectKind(panel, kind);
    await panel.getByRole('button', { name: tPattern('violations.fireAll') }).click();
    await panel
      .getByRole('alertdialog')
      .getByRole('button', { name: tPattern('violations.confirm.fire') })
      .click();
    await expect(panel.getByText(tPattern('violations.notCheckableCount'))).toBeVisible({ timeout: RUN_TIMEOUT_MS });
    await expect(panel.getByText(t('violations.mismatch'), { exact: true })).toHaveCount(0);
    const dropped = panel
      .getByRole('row')
      .filter({ hasText: t('violations.notCheckable') })
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
    const { frame } = await play(tab, pages.url, options);
    await frame.evaluate(() => {
      const raised: string[] = [];
      Object.assign(globalThis, { raised });
      document.addEventListener('TelemetryEvent', (event) => raised.push((event as CustomEvent).detail.mid));
    });
    await openViolations(panel);
    await selectKind(panel, kind);
    await panel.getByRole('button', { name: tPattern('violations.fireAll') }).click();
    await panel
      .getByRole('alertdialog')
      .getByRole('button', { name: tPattern('violations.confirm.fire') })
      .click();
    await expect(panel.getByText(tPattern('violations.notCheckableCount'))).toBeVisible();
    const records = await recordsOf(panel);
    const listed = records.flatMap(({ event }) => (event === null ? [] : [valueAt(event.json, ['mid'])]));
    const raised = await frame.evaluate<readonly string[]>('raised');
    expect(listed.toSorted()).toEqual(raised.toSorted());
    expect(raised.length).toBeLessThan(records.length);
    const emitted = panel.getByRole('cell', { name: t('negativeTests.sdk.emitted'), exact: true });
    // The last call resets what the violations left in the SDK, and has no row.
    await expect(emitted).toHaveCount(raised.length - 1);
  });
}

test('a single violation can be fired by its own button, by keyboard alone', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await openViolations(panel);
  await selectKind(panel, 'log');
  const first = panel.getByRole('button', {
    name: t('violations.fireOne', { mutation: t('negativeTests.mutation.omitted', { path: 'data.type' }) }),
  });
  await panel
    .getByRole('button', {
      name: t('violations.fireOne', { mutation: t('negativeTests.mutation.omitted', { path: 'data' }) }),
    })
    .focus();
  for (let row = 0; row < 30 && !(await first.evaluate((button) => button === document.activeElement)); row += 1) {
    await panel.page().keyboard.press('ArrowDown');
  }
  await panel.page().keyboard.press('Enter');
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: t('violations.confirm.fire', 1) })
    .click();
  await expect(panel.getByText(t('violations.tally', 1, { agreed: 1 }))).toBeVisible();
  await expect(first).toBeFocused();
  const cells = panel.getByRole('row').filter({ has: first }).getByRole('cell');
  await expect(cells).toContainText([
    t('negativeTests.sdk.emitted'),
    t('violations.asExpected'),
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
  await openViolations(panel);
  const table = panel.getByRole('region', { name: t('violations.table') });
  await table.getByRole('button').first().click();
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: t('violations.confirm.fire', 1) })
    .click();
  const [sdk, ingestion] = [t('negativeTests.sdk.emitted'), tPattern('ingestion.rejectsSampleToo')];
  await expect(table.getByText(tPattern('violations.folded', { sdk, ingestion })).first()).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([
    t('violations.fire'),
    t('violations.column.violation'),
    t('violations.column.expected'),
    t('violations.column.validator'),
    t('violations.column.collector'),
  ]);
  expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
});

test('firing all violations can be stopped', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await openViolations(panel);
  await panel.getByRole('button', { name: t('violations.fireEverything') }).click();
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: tPattern('violations.confirm.fire') })
    .click();
  await panel.getByRole('button', { name: t('violations.stop') }).click();
  await expect(panel.getByRole('button', { name: t('violations.fireEverything') })).toBeEnabled();
  expect((await recordsOf(panel)).length).toBeLessThan(1000);
});

async function openViolations(panel: Frame): Promise<void> {
  await showView(panel, 'compose');
  await panel.getByRole('button', { name: t('violations.open') }).click();
  await expect(panel.getByRole('heading', { name: t('violations.open') })).toBeVisible();
}

/** The results of the violations of a kind, each found again by its arguments. */
function outcomeOf(kind: EventKind, records: readonly PlainJudgedRecord[]) {
  const fired = new Map(records.map((record) => [JSON.stringify([record.name, record.call?.args]), record]));
  const all = violationsOf(kind).map((violation) => ({ violation, record: fired.get(keyOf(violation)) }));
  const counts = {
    fired: all.length,
    'as expected': 0,
    'fixed by SDK': 0,
    'SDK emitted': 0,
    'SDK dropped or threw': 0,
    'ingestion drops': 0,
    'collector 200': 0,
  };
  const otherwise: string[] = [];
  for (const { violation, record } of all) {
    const comparison = record && compareFindings(violation, record);
    if (comparison?.status === 'as-predicted') counts['as expected'] += 1;
    else if (comparison?.status === 'fixed-by-sdk') counts['fixed by SDK'] += 1;
    else
      otherwise.push(
        `${kind}, ${describeMutation(violation.mutation)}: ${record?.findings.map(describeFinding) ?? 'not seen'}`,
      );
    if (!record) continue;
    if (sdkOutcome(record).detection === 'missed') counts['SDK emitted'] += 1;
    if (sdkOutcome(record).detection === 'detected') counts['SDK dropped or threw'] += 1;
    if (ingestionOutcome(kind, record).detection === 'detected') counts['ingestion drops'] += 1;
    if (messageText(collectorOutcome(record).text).startsWith('200')) counts['collector 200'] += 1;
  }
  return { kind, counts, otherwise };
}

function keyOf(violation: Violation): string {
  return JSON.stringify([violation.kind, argumentsOf(violation)]);
}

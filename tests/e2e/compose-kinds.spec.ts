import { expect, type Frame } from '@playwright/test';
import { FIRED_MANUALLY } from '#core/journey/values/manual-cdata';
import { sampleArguments, sampleDraft } from '#core/telemetry/draft';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { eventsOf } from '#demo/collector/batch';
import {
  composeSample,
  fillForm,
  readRequestBody,
  removeStoredComposeData,
  selectCollectorTransport,
  selectPageTransport,
  writeDraftJson,
} from '#tests/drivers/compose-driver';
import { fireDraft, readRecords } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { type TestSetup, test } from './fixtures';

test.use({ devtools: 'shared' });

test.afterEach(({ setup }) => removeStoredComposeData(setup.browser));

/** Fires the open draft through the page's SDK, and compares the call and the event with the sample. */
async function fireAndCompare(panel: Frame, kind: EventKind): Promise<void> {
  const countBefore = (await readRecords(panel)).length;
  await selectPageTransport(panel);
  await fireDraft(panel);
  await expect(panel.getByText(tPattern('compose.firedCaptured', { kind: kind.toUpperCase() }))).toBeVisible();
  await expect.poll(async () => (await readRecords(panel)).length).toBe(countBefore + 1);
  const record = (await readRecords(panel)).at(-1);
  expect(record?.call?.args).toEqual(sampleArguments(kind));
  expect(record).toMatchObject({ kind, verdict: 'valid', findings: [], firedBy: { type: 'panel' } });
  expect(record?.event?.json).toMatchObject({ context: { cdata: expect.arrayContaining([FIRED_MANUALLY]) } });
}

/** Posts the open draft, and compares the received body with the shown one, byte for byte. */
async function postAndCompare(panel: Frame, kind: EventKind, { collector }: TestSetup): Promise<void> {
  await selectCollectorTransport(panel, `${collector.url}/v1/telemetry`);
  collector.forget();
  const body = await readRequestBody(panel);
  await fireDraft(panel);
  await expect(panel.getByText(tPattern('collector.postedWithResponse', { kind: kind.toUpperCase() }))).toBeVisible();
  expect(collector.received.map(({ bytes }) => bytes.toString('utf8'))).toEqual([body]);
  const [event] = collector.received.flatMap(eventsOf);
  const record = (await readRecords(panel)).at(-1);
  expect(record?.event?.json).toEqual(event);
  expect(record).toMatchObject({
    kind,
    firedBy: { type: 'panel' },
    requests: [{ transport: 'extension', end: { httpStatus: 200 } }],
  });
  await panel.getByRole('tab', { name: t('collector.arguments') }).click();
}

// Each of the two editors and each of the two transports is tested once with every kind.
test('every kind can be composed with its form alone, and fired through the page', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  for (const kind of eventKinds) {
    await test.step(kind, async () => {
      await composeSample(panel, kind);
      await writeDraftJson(panel, kind, '{}');
      const showOptional = panel.getByRole('button', {
        name: tPattern('compose.show', { fields: tPattern('count.optionalField') }),
      });
      if (await showOptional.isVisible()) await showOptional.click();
      await fillForm(panel, kind, JSON.parse(sampleDraft(kind)));
      await fireAndCompare(panel, kind);
    });
  }
});

test('every kind can be composed as JSON alone, and posted to a collector', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  for (const kind of eventKinds) {
    await test.step(kind, async () => {
      await composeSample(panel, kind);
      await writeDraftJson(panel, kind, JSON.stringify(JSON.parse(sampleDraft(kind))));
      await postAndCompare(panel, kind, setup);
    });
  }
});

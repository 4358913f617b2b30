import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { TelemetryRecord } from '#core/journey/record';
import { FIRED_MANUALLY } from '#core/journey/values/manual-cdata';
import { isJsonObject, type Json } from '#core/json/json';
import { eventKinds } from '#core/telemetry/kinds';
import { firedOf } from '#demo/report';
import { sdkVersions } from '#demo/site/sdk-pages';
import { fireAllSamples, fireDraft, readRecords, selectKind, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';
import { arrivedSorted } from './pages/ledger';

const KIND_COUNT = eventKinds.length;

test.use({ devtools: 'shared' });

for (const sdk of sdkVersions) {
  test.describe(`through SDK ${sdk}`, () => {
    test('all samples are captured as valid records, marked as fired manually, and reach the collector', async ({
      setup,
      tab,
      opened: { panel },
    }) => {
      await tab.goto(setup.pageUrlOf(sdk));
      setup.collector.forget();
      await fireAllSamples(panel);
      await expect
        .poll(async () => firedOf(await readRecords(panel)))
        .toEqual(eventKinds.map((kind) => ({ kind, verdict: 'valid', isAccepted: true })));
      const arrived = () => arrivedSorted(setup.collector.received, ({ eid }) => eid);
      const expected = eventKinds.map((kind) => kind.toUpperCase()).toSorted();
      await expect.poll(arrived).toEqual(expected);
    });

    test('the sample of each kind is captured once if it is selected and fired by itself', async ({
      setup,
      tab,
      opened: { panel },
    }) => {
      await tab.goto(setup.pageUrlOf(sdk));
      await showView(panel, 'compose');
      for (const kind of eventKinds) {
        await selectKind(panel, kind);
        await fireDraft(panel);
        await expect(panel.getByText(tPattern('compose.firedCaptured', { kind: kind.toUpperCase() }))).toBeVisible();
      }
      const records = await readRecords(panel);
      expect(records.map(({ kind, verdict, firedBy }) => ({ kind, verdict, firedBy: firedBy.type }))).toEqual(
        eventKinds.map((kind) => ({ kind, verdict: 'valid', firedBy: 'panel' })),
      );
    });

    test('the options of a manually fired event do not change the page’s next event', async ({
      setup,
      tab,
      opened: { panel },
    }) => {
      await tab.goto(setup.pageUrlOf(sdk));
      await tab.getByRole('button', { name: 'Next page' }).click();
      await showView(panel, 'compose');
      await selectKind(panel, 'interact');
      const options = {
        actor: { id: 'by-hand', type: 'User' },
        context: { channel: 'by-hand', env: 'by-hand' },
        object: { id: 'by-hand', type: 'Content' },
        tags: ['by-hand'],
      };
      const draft = { data: { type: 'TOUCH', id: 'x' }, options };
      await panel.getByRole('textbox', { name: t('compose.asJson', { kind: 'INTERACT' }) }).fill(JSON.stringify(draft));
      await fireDraft(panel);
      await expect(panel.getByText(tPattern('compose.firedCaptured', { kind: 'INTERACT' }))).toBeVisible();
      await tab.getByRole('button', { name: 'Next page' }).click();
      await expect.poll(async () => (await readRecords(panel)).at(-1)?.firedBy.type).toBe('page');
      const records = await readRecords(panel);
      const manual = records.find(({ firedBy }) => firedBy.type === 'panel');
      expect(envelopeOf(manual)).toMatchObject({
        actor: options.actor,
        context: options.context,
        object: options.object,
      });
      const [first, ...later] = records.filter(({ firedBy }) => firedBy.type === 'page').map(envelopeOf);
      expect(later.length).toBeGreaterThan(0);
      expect(later).toEqual(later.map(() => first));
    });
  });
}

test('on a page with both SDK generations, the selected SDK is called', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('1.3.0'));
  await tab.addScriptTag({ url: '/vendor/sdk-2.0.1/index.global.js' });
  await showView(panel, 'compose');
  const target = panel.getByRole('combobox', { name: t('compose.target') });
  const generations = async () => (await readRecords(panel)).map(({ sdk }) => sdk?.generation);
  for (const generation of ['1.x', '2.x'] as const) {
    const choice = target.getByRole('option', { name: `$t ${generation}` });
    await target.selectOption(await choice.innerText());
    await selectKind(panel, 'start');
    await fireDraft(panel);
    await expect.poll(async () => (await generations()).at(-1)).toBe(generation);
  }
  const hasManualCdata = ({ event }: TelemetryRecord) =>
    JSON.stringify(event?.json ?? null).includes(FIRED_MANUALLY.id);
  await expect.poll(async () => (await readRecords(panel)).map(hasManualCdata)).toEqual([true, true]);
  expect(await generations()).toEqual(['1.x', '2.x']);
});

test('an invalid draft asks for a confirmation, and is fired unchanged if the user confirms', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await fireInvalidInteract(panel);
  const question = panel.getByRole('alertdialog');
  await expect(question).toContainText('data.type');
  expect(await readRecords(panel)).toEqual([]);
  await question.getByRole('button', { name: t('compose.confirmInvalid.fire', { kind: 'INTERACT' }) }).click();
  await expect
    .poll(async () => (await readRecords(panel)).map(({ verdict, call }) => ({ verdict, args: call?.args })))
    .toEqual([{ verdict: 'invalid', args: [{ type: 'paly', id: 'x' }] }]);
});

test('Cancel in the confirmation of an invalid draft fires nothing', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  setup.collector.forget();
  await fireInvalidInteract(panel);
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: t('compose.confirmInvalid.cancel') })
    .click();
  await expect(panel.getByRole('alertdialog')).toHaveCount(0);
  expect(await readRecords(panel)).toEqual([]);
  expect(await tab.evaluate('window.lessonLog')).toEqual([]);
});

test('firing all samples offline fails, and the chip Failed shows only their rows', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await tab.context().setOffline(true);
  try {
    await showView(panel, 'compose');
    await fireAllSamples(panel);
    const outcomes = panel.getByRole('status').filter({
      hasText: t('compose.outcomes', {
        events: t('count.event', KIND_COUNT),
        list: `${t('journey.failed')} ${KIND_COUNT}`,
      }),
    });
    await expect(outcomes).toContainText(t('compose.responsesMissing'));
    await expect(outcomes).not.toContainText(t('journey.accepted'));
    await showView(panel, 'events');
    await expect(panel.getByText(t('status.failed', { n: KIND_COUNT }), { exact: true })).toBeVisible();
    await panel
      .getByRole('button', { name: `${t('filter.failed')} ${t('filter.withManual', { n: 0, manual: KIND_COUNT })}` })
      .click();
    await expect(panel.getByText(t('status.events', KIND_COUNT), { exact: true })).toBeVisible();
  } finally {
    await tab.context().setOffline(false);
  }
});

test('on a page without an SDK, Compose shows that and has no Fire button', async ({ opened: { panel } }) => {
  await showView(panel, 'compose');
  await expect(panel.getByText(t('empty.noSdk'))).toBeVisible();
  for (const name of [t('compose.fire'), t('compose.fireSamples')])
    await expect(panel.getByRole('button', { name })).toHaveCount(0);
});

/** Returns the fields that are the same in all events of a page. */
function envelopeOf(record: TelemetryRecord | undefined): Json {
  const event = record?.event?.json;
  const { actor = null, context = null, object = null, tags = null } = isJsonObject(event) ? event : {};
  return { actor, context, object, tags };
}

/** Writes an interact with a type that is not in the list, and clicks Fire. */
async function fireInvalidInteract(panel: Frame): Promise<void> {
  await showView(panel, 'compose');
  await selectKind(panel, 'interact');
  await panel
    .getByRole('textbox', { name: t('compose.asJson', { kind: 'INTERACT' }) })
    .fill('{"data": {"type": "paly", "id": "x"}}');
  await fireDraft(panel);
}

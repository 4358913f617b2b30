import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { TelemetryRecord } from '#core/journey/record';
import { FIRED_MANUALLY } from '#core/journey/values/manual-cdata';
import { isJsonObject, type Json } from '#core/json/json';
import { eventKinds } from '#core/telemetry/kinds';
import { firedOf } from '#demo/report';
import { sdkVersions } from '#demo/site/sdk-pages';
import { fireAllSamples, fireDraft, recordsOf, selectKind, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';
import { arrivedSorted } from './pages/ledger';

const all = eventKinds.length;

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
        .poll(async () => firedOf(await recordsOf(panel)))
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
      const records = await recordsOf(panel);
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
      await expect.poll(async () => (await recordsOf(panel)).at(-1)?.firedBy.type).toBe('page');
      const records = await recordsOf(panel);
      const manual = records.find(({ firedBy }) => firedBy.type === 'panel');
      expect(envelopeOf(manual)).toMatchObject({
        actor: options.actor,
        context: options.context,
        object: options.object,
      });
      const [before, ...after] = records.filter(({ firedBy }) => firedBy.type === 'page').map(envelopeOf);
      expect(after.length).toBeGreaterThan(0);
      expect(after).toEqual(after.map(() => before));
    });
  });
}

test('on a page with both SDK generations, the selected SDK is called', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('1.3.0'));
  await tab.addScriptTag({ url: '/vendor/sdk-2.0.1/index.global.js' });
  await showView(panel, 'compose');
  const target = panel.getByRole('combobox', { name: t('compose.target') });
  const generations = async () => (await recordsOf(panel)).map(({ sdk }) => sdk?.generation);
  for (const generation of ['1.x', '2.x'] as const) {
    const choice = target.getByRole('option', { name: `$t ${generation}` });
    await target.selectOption(await choice.innerText());
    await selectKind(panel, 'start');
    await fireDraft(panel);
    await expect.poll(async () => (await generations()).at(-1)).toBe(generation);
  }
  const hasManualCdata = ({ event }: TelemetryRecord) =>
    JSON.stringify(event?.json ?? null).includes(FIRED_MANUALLY.id);
  await expect.poll(async () => (await recordsOf(panel)).map(hasManualCdata)).toEqual([true, true]);
  expect(await generations()).toEqual(['1.x', '2.x']);
});

test('an invalid draft asks for a confirmation, and is fired unchanged if the user confirms', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await draftInvalidInteract(panel);
  const question = panel.getByRole('alertdialog');
  await expect(question).toContainText('data.type');
  expect(await recordsOf(panel)).toEqual([]);
  await question.getByRole('button', { name: t('compose.confirmInvalid.fire', { kind: 'INTERACT' }) }).click();
  await expect
    .poll(async () => (await recordsOf(panel)).map(({ verdict, call }) => ({ verdict, args: call?.args })))
    .toEqual([{ verdict: 'invalid', args: [{ type: 'paly', id: 'x' }] }]);
});

test('the safe choice in the confirmation fires nothing', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  setup.collector.forget();
  await draftInvalidInteract(panel);
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: t('compose.confirmInvalid.cancel') })
    .click();
  await expect(panel.getByRole('alertdialog')).toHaveCount(0);
  expect(await recordsOf(panel)).toEqual([]);
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
      hasText: t('compose.outcomes', { events: t('count.event', all), list: `${t('journey.failed')} ${all}` }),
    });
    await expect(outcomes).toContainText(t('compose.responsesMissing'));
    await expect(outcomes).not.toContainText(t('journey.accepted'));
    await showView(panel, 'events');
    await expect(panel.getByText(t('status.failed', { n: all }), { exact: true })).toBeVisible();
    await panel
      .getByRole('button', { name: `${t('filter.failed')} ${t('filter.withManual', { n: 0, manual: all })}` })
      .click();
    await expect(panel.getByText(t('status.events', all), { exact: true })).toBeVisible();
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

/** Actor, context and object: the fields that are the same in all events of a page. */
function envelopeOf(record: TelemetryRecord | undefined): Json {
  const event = record?.event?.json;
  const { actor = null, context = null, object = null, tags = null } = isJsonObject(event) ? event : {};
  return { actor, context, object, tags };
}

/** Writes an interact with a type that is not in the list, and presses Fire. */
async function draftInvalidInteract(panel: Frame): Promise<void> {
  await showView(panel, 'compose');
  await selectKind(panel, 'interact');
  await panel
    .getByRole('textbox', { name: t('compose.asJson', { kind: 'INTERACT' }) })
    .fill('{"data": {"type": "paly", "id": "x"}}');
  await fireDraft(panel);
}

import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { chooseKind, fireAllSamples, fireDraft, recordsOf, showView } from '../../demo/browser/panel-driver';
import { eventsOf } from '../../demo/collector/batch';
import { firedOf } from '../../demo/report';
import { sdkVersions } from '../../demo/site/sdk-pages';
import { eventKinds } from '../../lib/telemetry/kinds';
import { test } from './fixtures';

for (const sdk of sdkVersions) {
  test.describe(`through SDK ${sdk}`, () => {
    test('all 17 samples come back as valid records, marked as fired by hand, and reach the collector', async ({
      world,
      tab,
      opened: { panel },
    }) => {
      await tab.goto(world.addressOf(sdk));
      world.collector.forget();
      await fireAllSamples(panel);
      await expect
        .poll(async () => firedOf(await recordsOf(panel)))
        .toEqual(eventKinds.map((kind) => ({ kind, verdict: 'valid', cameBack: true })));
      const arrived = () => world.collector.received.flatMap(eventsOf).map((event) => (event as { eid: string }).eid);
      await expect.poll(arrived).toEqual(eventKinds.map((kind) => kind.toUpperCase()));
    });

    test('the sample of each kind, chosen and fired by itself, comes back once', async ({
      world,
      tab,
      opened: { panel },
    }) => {
      await tab.goto(world.addressOf(sdk));
      await showView(panel, 'Compose');
      for (const kind of eventKinds) {
        await chooseKind(panel, kind);
        await fireDraft(panel);
        await expect(panel.getByText(new RegExp(`^${kind.toUpperCase()} fired .* seen again`))).toBeVisible();
      }
      const records = await recordsOf(panel);
      expect(records.map(({ kind, verdict, firedBy }) => ({ kind, verdict, firedBy: firedBy.from }))).toEqual(
        eventKinds.map((kind) => ({ kind, verdict: 'valid', firedBy: 'panel' })),
      );
    });
  });
}

test('an invalid draft asks first, and is fired as it is when that is wanted', async ({
  world,
  tab,
  opened: { panel },
}) => {
  await tab.goto(world.addressOf('2.0.1'));
  await draftInvalidInteract(panel);
  const question = panel.getByRole('alertdialog');
  await expect(question).toContainText('data.type');
  expect(await recordsOf(panel)).toEqual([]);
  await question.getByRole('button', { name: 'Fire invalid INTERACT' }).click();
  await expect
    .poll(async () => (await recordsOf(panel)).map(({ verdict, call }) => ({ verdict, args: call?.args })))
    .toEqual([{ verdict: 'invalid', args: [{ type: 'paly', id: 'x' }] }]);
});

test('the safe answer to the question fires nothing', async ({ world, tab, opened: { panel } }) => {
  await tab.goto(world.addressOf('2.0.1'));
  world.collector.forget();
  await draftInvalidInteract(panel);
  await panel.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click();
  await expect(panel.getByRole('alertdialog')).toHaveCount(0);
  expect(await recordsOf(panel)).toEqual([]);
  expect(await tab.evaluate('window.lessonLog')).toEqual([]);
});

test('on a page without an SDK, composing says so and offers no button to fire', async ({ opened: { panel } }) => {
  await showView(panel, 'Compose');
  await expect(panel.getByText('No telemetry SDK here')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Fire/ })).toHaveCount(0);
});

/** Writes an interact with a type that is not in the list, and presses Fire. */
async function draftInvalidInteract(panel: Frame): Promise<void> {
  await showView(panel, 'Compose');
  await chooseKind(panel, 'interact');
  await panel.getByRole('textbox', { name: 'INTERACT as JSON' }).fill('{"data": {"type": "paly", "id": "x"}}');
  await fireDraft(panel);
}

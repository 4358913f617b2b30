import { expect } from '@playwright/test';
import { eventKinds } from '#core/telemetry/kinds';
import { sdkVersions } from '#demo/site/sdk-pages';
import { stopWorkers } from '#tests/drivers/browser/stop-workers';
import { openPanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

for (const sdk of sdkVersions) {
  test.describe(`SDK ${sdk}`, () => {
    test('each call of the page is one record, in order, with the call’s arguments', async ({
      setup,
      tab,
      opened: { panel },
    }) => {
      await tab.goto(setup.pageUrlOf(sdk));
      const calls = await playLesson(tab);
      const seen = async () =>
        (await readRecords(panel)).map(({ call }) => call && { method: call.method, args: call.args });
      await expect.poll(seen).toEqual(calls.map(({ method, args }) => ({ method, args })));
      expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(eventKinds));
    });

    test('each record was called, emitted, sent once and accepted with 200', async ({
      setup,
      tab,
      opened: { panel },
    }) => {
      await tab.goto(setup.pageUrlOf(sdk));
      const calls = await playLesson(tab);
      const journeys = async () =>
        (await readRecords(panel)).map(({ kind, event, requests }) => ({
          kind,
          emitted: event !== null,
          statuses: requests.map(({ end }) => (end.status === 'responded' ? end.httpStatus : end.status)),
        }));
      await expect
        .poll(journeys)
        .toEqual(calls.map(({ method }) => ({ kind: method, emitted: true, statuses: [200] })));
    });

    test('calls that are invalid on purpose are reported as invalid, and no others', async ({
      setup,
      tab,
      opened: { panel },
    }) => {
      await tab.goto(setup.pageUrlOf(sdk));
      const calls = await playLesson(tab);
      const verdicts = async () =>
        (await readRecords(panel)).filter(({ event }) => event).map(({ kind, verdict }) => `${kind} ${verdict}`);
      await expect
        .poll(verdicts)
        .toEqual(calls.map(({ method, wrong }) => `${method} ${wrong === null ? 'valid' : 'invalid'}`));
    });

    test.describe('opened later', () => {
      test.use({ devtools: 'own' });

      test('events from before DevTools was opened are shown', async ({ setup, tab }) => {
        await tab.goto(setup.pageUrlOf(sdk));
        const calls = await playLesson(tab);
        const { panel } = await openPanel(setup.browser.context, tab, setup.browser.extensionId);
        const methods = async () => (await readRecords(panel)).map(({ call }) => call?.method);
        await expect.poll(methods).toEqual(calls.map(({ method }) => method));
      });
    });
  });
}

test('records are still added while the service worker is stopped', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await stopWorkers(setup.browser.context, tab);
  const calls = await playLesson(tab);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(calls.length);
});

test('two players in frames have separate rows', async ({ setup, tab, opened: { panel } }) => {
  await tab.goto(`${setup.site.url}/frame/`);
  const frames = sdkVersions.map((sdk) => tab.frame({ url: setup.pageUrlOf(sdk) }));
  for (const frame of frames) {
    if (!frame) throw new Error('The page lacks a frame.');
    await playLesson(frame);
  }
  const seen = async () => {
    const records = await readRecords(panel);
    return sdkVersions.map((sdk) => {
      const frameRecords = records.filter((record) => record.frame.url.startsWith(setup.pageUrlOf(sdk)));
      const generations = new Set(frameRecords.map((record) => record.sdk?.generation));
      return {
        kinds: new Set(frameRecords.map(({ kind }) => kind)).size,
        inFrame: frameRecords.every(isInFrame),
        generations,
      };
    });
  };
  await expect.poll(seen).toEqual([
    { kinds: 17, inFrame: true, generations: new Set(['2.x']) },
    { kinds: 17, inFrame: true, generations: new Set(['1.x']) },
  ]);
});

test('a page without an SDK is reported, and has no Fire button', async ({ opened: { panel } }) => {
  await expect(panel.getByText(t('empty.noSdk'))).toBeVisible();
  await expect(panel.getByRole('button', { name: t('empty.fireSamples') })).toHaveCount(0);
});

test('a call is shown as a row of the list with its kind, headline and verdict', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await tab.getByRole('button', { name: 'Show a hint' }).click();
  const row = panel.getByRole('grid').getByRole('row').filter({ hasText: 'INTERACT' });
  await expect(row).toContainText('hint-button');
  await expect(row).toContainText(t('verdict.invalidShort', { n: 1 }));
});

function isInFrame({ frame }: { readonly frame: { readonly frameId: number } }): boolean {
  return frame.frameId !== 0;
}

test.describe('without DevTools', () => {
  test.use({ devtools: 'own' });

  test('the extension’s scripts add no names to the page', async ({ setup, tab }) => {
    await tab.goto(setup.pageUrlOf('2.0.1'));
    const globalNames = await tab.evaluate(() => Object.getOwnPropertyNames(window));
    expect(globalNames).toContain('$t');
    expect(globalNames).not.toContain('pageHook');
  });
});

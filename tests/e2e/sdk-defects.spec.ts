import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { Diagnostic } from '#core/journey/diagnostics';
import { diagnose } from '#core/journey/diagnostics';
import { journeyState } from '#core/journey/journey-state';
import { eventKinds } from '#core/telemetry/kinds';
import { readDeliveryIssues, readRecords } from '#tests/drivers/panel-driver';
import { t, textsInOrder, tPattern } from '#tests/drivers/texts';
import { openPlayPage, test } from './pages/journey-test';
import { arrivedEvents, arrivedSorted } from './pages/ledger';
import type { PlayOptions } from './pages/play-page';

test.use({ devtools: 'shared' });

const with1x: PlayOptions = { sdk: '1.3.0', transport: 'own', batch: 20 };
const with2x: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 20 };
const withoutDid = { config: { did: '' } } as const;
const validating = { config: { enableValidation: true } } as const;

test('1.x with an empty did: 17 different calls are sent as 17 END events with one mid', async ({
  setup,
  pages,
  tab,
  opened: { panel },
}) => {
  const { frame } = await openPlayPage(tab, pages.url, { ...with1x, ...withoutDid });
  await frame.evaluate(`{
    player.call('start', {}, 'content-1', '1.0', { type: 'player' });
    for (const kind of ${JSON.stringify(eventKinds.filter((kind) => kind !== 'start' && kind !== 'end'))}) {
      player.call(kind, { type: 'x', id: kind });
    }
    player.call('end', { type: 'player' });
  }`);
  await expect
    .poll(() => setup.collector.received.flatMap(arrivedEvents).map(({ eid }) => eid))
    .toEqual(Array(17).fill('END'));
  expect(new Set(setup.collector.received.flatMap(arrivedEvents).map(({ mid }) => mid)).size).toBe(1);
  await expect
    .poll(() => readCodes(panel))
    .toEqual(
      [...eventKinds].map((kind) => [
        kind,
        expect.arrayContaining(kind === 'end' ? ['shared-mid'] : ['sent-as-another-kind', 'shared-mid']),
      ]),
    );
  const issues = await readDeliveryIssues(panel, 'START');
  expect(issues).toMatch(textsInOrder(t('diagnostics.sentAs.title', { eid: 'END' }), t('diagnostics.sentAs.cause')));
  expect(issues).toContain(t('diagnostics.sentAs.remedy'));
  expect(issues).toContain(t('diagnostics.duplicateMid.title'));
});

test('2.x with an empty did: START is emitted last, and an END before that is dropped', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  const { frame } = await openPlayPage(tab, pages.url, { ...with2x, ...withoutDid });
  await frame.evaluate(`{
    player.call('start', {}, 'content-1', '1.0', { type: 'player' });
    player.call('interact', { type: 'TOUCH', id: 'a' });
    player.call('interact', { type: 'TOUCH', id: 'b' });
    player.call('end', { type: 'player' });
  }`);
  await expect
    .poll(() => readCodes(panel))
    .toEqual([
      ['start', ['out-of-order']],
      ['interact', []],
      ['interact', []],
      ['end', ['end-without-start']],
    ]);
  const ofStart = await readDeliveryIssues(panel, 'START');
  expect(ofStart).toMatch(textsInOrder(t('diagnostics.outOfOrder.title', 2), t('diagnostics.outOfOrder.cause')));
  expect(ofStart).toContain(t('diagnostics.outOfOrder.remedy'));
  expect(await readDeliveryIssues(panel, 'END')).toContain(t('diagnostics.endWithoutStart.remedy'));
});

for (const { batch, before } of [
  { batch: 1, before: 0 },
  { batch: 3, before: 2 },
]) {
  test(`2.x with a fingerprint that takes 3 s: START is called, and then accepted in a batch of ${batch}`, async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    const { frame } = await openPlayPage(tab, pages.url, { ...with2x, ...withoutDid, batch });
    // The fingerprint waits for an idle page.
    await frame.evaluate(`{
      localStorage.clear();
      window.requestIdleCallback = (task) => setTimeout(task, 3_000);
      player.call('start', {}, 'content-1', '1.0', { type: 'player' });
      player.calls('before', ${before});
    }`);
    const states = new Set<string>();
    await expect
      .poll(async () => {
        const record = (await readRecords(panel)).find(({ kind }) => kind === 'start');
        if (record) states.add(journeyState(record));
        return record ? [journeyState(record), record.call !== null, record.requests.length] : null;
      })
      .toEqual(['accepted', true, 1]);
    expect([...states].filter((state) => state === 'dropped' || state === 'lost' || state === 'unobserved')).toEqual(
      [],
    );
    expect(states).toContain('called');
    expect(await readCodes(panel)).toHaveLength(1 + before);
    expect(arrivedSorted(setup.collector.received, ({ eid }) => eid)).toEqual([
      ...Array(before).fill('INTERACT'),
      'START',
    ]);
  });
}

for (const options of [with1x, with2x]) {
  const { sdk } = options;

  test(`${sdk}: feedback loses its comments and its contentId`, async ({ pages, tab, opened: { panel } }) => {
    const { frame } = await openPlayPage(tab, pages.url, { ...options, batch: 1 });
    await frame.evaluate(`player.call('feedback', { contentId: 'content-1', rating: 4, comments: 'Good' })`);
    await expect.poll(() => readCodes(panel)).toEqual([['feedback', ['changed']]]);
    const [record] = await readRecords(panel);
    const dropped = record?.changes.filter(({ type }) => type === 'dropped').map(({ path }) => path.join('.'));
    expect(dropped?.toSorted()).toEqual(['edata.comments', 'edata.contentId']);
    const issues = await readDeliveryIssues(panel, 'FEEDBACK');
    expect(issues).toMatch(textsInOrder(t('diagnostics.changed.title'), tPattern('diagnostics.feedback.cause')));
    expect(issues).toContain(t('diagnostics.feedback.remedy'));
    await panel.getByRole('tab', { name: t('detail.changes') }).click();
    const change = panel.getByRole('tabpanel').getByRole('row').filter({ hasText: 'comments' });
    await expect(change).toContainText(t('change.dropped'));
    await expect(change).toContainText('Good');
  });

  test(`${sdk}: END without START sends nothing`, async ({ setup, pages, tab, opened: { panel } }) => {
    const { frame } = await openPlayPage(tab, pages.url, options);
    await frame.evaluate(`player.call('end', { type: 'player' })`);
    await expect.poll(() => readCodes(panel)).toEqual([['end', ['end-without-start']]]);
    const issues = await readDeliveryIssues(panel, 'END');
    expect(issues).toMatch(
      textsInOrder(t('diagnostics.endWithoutStart.title'), t('diagnostics.endWithoutStart.cause')),
    );
    expect(issues).toContain(t('diagnostics.endWithoutStart.remedy'));
    expect(setup.collector.received).toEqual([]);
  });

  test(`${sdk}: options of a call also apply to later calls`, async ({ pages, tab, opened: { panel } }) => {
    const { frame } = await openPlayPage(tab, pages.url, { ...options, batch: 2 });
    await frame.evaluate(`{
      player.call('interact', { type: 'TOUCH', id: 'a' }, { context: { env: 'only-for-a' } });
      player.call('interact', { type: 'TOUCH', id: 'b' });
    }`);
    await expect
      .poll(() => readCodes(panel))
      .toEqual([
        ['interact', []],
        ['interact', ['sticky-options']],
      ]);
    const issues = await readDeliveryIssues(panel, 'INTERACT');
    const cause = t('diagnostics.leakedOptions.cause', { path: 'context.env', fromRow: 1 });
    expect(issues).toMatch(textsInOrder(t('diagnostics.leakedOptions.title'), cause));
    expect(issues).toContain(t('diagnostics.leakedOptions.remedy'));
  });

  test(`${sdk}: an event that the SDK’s own validation rejects is dropped`, async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    const { frame } = await openPlayPage(tab, pages.url, { ...options, ...validating, batch: 1 });
    await frame.evaluate(`player.call('interact', { id: 'without a type' })`);
    await expect.poll(() => readCodes(panel)).toEqual([['interact', ['dropped-by-validation']]]);
    expect(await readDeliveryIssues(panel, 'INTERACT')).toMatch(
      textsInOrder(t('diagnostics.droppedByValidation.title'), t('diagnostics.droppedByValidation.remedy')),
    );
    expect(setup.collector.received).toEqual([]);
  });

  test(`${sdk}: a data object that is reused is sent with its last values`, async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    const { frame } = await openPlayPage(tab, pages.url, { ...options, batch: 2 });
    await frame.evaluate(`{
      const data = { type: 'TOUCH', id: 'first' };
      player.call('interact', data);
      data.id = 'second';
      player.call('interact', data);
    }`);
    await expect
      .poll(() => readCodes(panel))
      .toEqual([
        ['interact', ['changed']],
        ['interact', []],
      ]);
    const arrived = () => setup.collector.received.flatMap(arrivedEvents).map(({ edata }) => edata.id);
    await expect.poll(arrived).toEqual(['second', 'second']);
  });

  test(`${sdk}: two equal calls in one millisecond share a mid`, async ({ setup, pages, tab, opened: { panel } }) => {
    const { frame } = await openPlayPage(tab, pages.url, { ...options, batch: 2 });
    await frame.evaluate(`{
      Date.prototype.getTime = () => 1_700_000_000_000;
      player.call('interact', { type: 'TOUCH', id: 'same' });
      player.call('interact', { type: 'TOUCH', id: 'same' });
    }`);
    await expect.poll(() => readCodes(panel)).toEqual(Array(2).fill(['interact', ['shared-mid']]));
    expect(await readDeliveryIssues(panel, 'INTERACT')).toContain(t('diagnostics.duplicateMid.cause'));
    await expect.poll(() => setup.collector.received.flatMap(arrivedEvents)).toHaveLength(2);
  });

  test(`${sdk}: events below the batch size when the page closes are lost`, async ({
    setup,
    pages,
    tab,
    opened: { panel },
  }) => {
    const { makeCalls } = await openPlayPage(tab, pages.url, options);
    await makeCalls('short', 2);
    await tab.goto(`${pages.url}/empty/`);
    await expect.poll(() => readCodes(panel)).toEqual(Array(2).fill(['interact', ['lost']]));
    const issues = await readDeliveryIssues(panel, 'INTERACT');
    expect(issues).toMatch(
      textsInOrder(t('diagnostics.lost.title'), t('diagnostics.lost.queuedInBatch', { size: 20 })),
    );
    expect(issues).toContain(t('diagnostics.lost.remedy'));
    expect(setup.collector.received).toEqual([]);
  });
}

for (const sdk of ['0.0.29', '1.3.0'] as const) {
  test(`${sdk}: metrics throws while validation is on`, async ({ pages, tab, opened: { panel } }) => {
    const { frame, readErrors } = await openPlayPage(tab, pages.url, { ...with1x, ...validating, sdk });
    await frame.evaluate(`player.call('metrics', { metric: { a: 1 } })`);
    expect(await readErrors()).toHaveLength(1);
    await expect.poll(() => readCodes(panel)).toEqual([['metrics', ['threw']]]);
    const issues = await readDeliveryIssues(panel, 'METRICS');
    expect(issues).toMatch(textsInOrder(t('diagnostics.threw.title'), t('diagnostics.metricsSchema.remedy')));
  });
}

test('2.0.1: metrics does not throw while validation is on, as its schema exists', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  const { frame, readErrors } = await openPlayPage(tab, pages.url, { ...with2x, ...validating });
  await frame.evaluate(`player.call('metrics', { system: 'a', subsystem: 'b', metrics: [] })`);
  await expect.poll(() => readCodes(panel)).toHaveLength(1);
  expect(await readErrors()).toEqual([]);
});

for (const sdk of ['0.0.29', '1.3.0'] as const) {
  test(`${sdk} included twice: each event is sent twice`, async ({ setup, pages, tab, opened: { panel } }) => {
    const { makeCalls } = await openPlayPage(tab, pages.url, { ...with1x, sdk, batch: 4, isTwice: true });
    await makeCalls('twice', 4);
    await expect.poll(() => setup.collector.received.flatMap(arrivedEvents).length).toBe(8);
    await expect.poll(() => readCodes(panel)).toEqual(Array(4).fill(['interact', ['sent-twice']]));
    expect(await readDeliveryIssues(panel, 'INTERACT')).toContain(t('diagnostics.sentTwice.remedy'));
  });
}

/** Returns the method of each row with the codes of its diagnostics. */
async function readCodes(panel: Frame): Promise<readonly (readonly [string, readonly Diagnostic['code'][]])[]> {
  const records = await readRecords(panel);
  return records.map((record) => [record.call?.method ?? record.name, diagnose(record).map(({ code }) => code)]);
}

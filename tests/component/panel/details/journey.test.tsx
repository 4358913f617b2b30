import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import '#components/panel/details/fate/ProcessedStoryItem.tsx';
import { formatDuration } from '#components/i18n/format.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { t, tPattern } from '#tests/drivers/texts';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

async function open(record: TelemetryRecord, tab: RegExp, ...others: readonly TelemetryRecord[]) {
  const panel = openPanel();
  panel.live.records.apply([record, ...others]);
  panel.live.selection.open(record.row);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: tab }));
  return { ...panel, user, pane: await screen.findByRole('tabpanel') };
}

/** Returns the steps of the journey without the predicted step, which only an accepted event has. */
async function observedSteps(pane: HTMLElement, isAccepted = true) {
  if (isAccepted) await within(pane).findByText(tPattern('fate.predicted'));
  const steps = within(pane).getAllByRole('listitem');
  return isAccepted ? steps.slice(0, -1) : steps;
}

const BATCH_SIZE = 30;
const dropped = { type: 'dropped', path: ['edata', 'comments'], called: 'good' } as const;
const findDiagnosticList = () => screen.findByRole('region', { name: t('detail.deliveryIssues') });

it('a row with too many requests and console messages shows how many of them were dropped', async () => {
  const requests = Array.from({ length: 100 }, (_, index) => requestOf({ id: `r${index}`, at: index }));
  const messages = Array.from({ length: 50 }, () => ({ level: 'error', message: 'no' }));
  const omitted = { requests: 19_900, retries: 19_900, messages: 99_950 };
  const { pane } = await open(
    recordOf(1, { requests, call: callOf({ consoleMessages: messages }), omitted }),
    /Journey/,
  );
  expect(pane.textContent).toContain('19,900 more requests');
  expect(pane.textContent).toContain('99,950 more console messages dropped');
  expect(pane.textContent).toContain('Sent again, attempt 20,000');
});

it('a lost event is explained below the four steps, with its cause and its remedy', async () => {
  await open(recordOf(1, { lost: true }), /Journey/);
  const text = (await findDiagnosticList()).textContent;
  expect(text).toContain(t('diagnostics.lost.title'));
  expect(text).toContain(t('diagnostics.lost.queuedInBatch', { size: 20 }));
  expect(text).toContain(t('diagnostics.lost.remedy'));
});

it('diagnostics from the third on are collapsed, and expand on click', async () => {
  const event = eventOf({ eventsEmittedBefore: 2 });
  const { user } = await open(recordOf(1, { lost: true, sharesMid: true, event, changes: [dropped] }), /Journey/);
  expect((await findDiagnosticList()).textContent).not.toContain(t('diagnostics.changed.title'));
  await user.click(screen.getByRole('button', { name: t('detail.andMore', { n: 2 }) }));
  expect((await findDiagnosticList()).textContent).toContain(t('diagnostics.changed.title'));
});

it('the journey has no section of diagnostics if there are none', async () => {
  await open(recordOf(1, { requests: [requestOf()] }), /Journey/);
  expect(screen.queryByRole('region', { name: t('detail.deliveryIssues') })).toBeNull();
});

it('the journey shows how many events of this page the SDK has queued', async () => {
  const { pane } = await open(
    recordOf(1, { call: callOf({ batchSize: BATCH_SIZE }) }),
    /Journey/,
    recordOf(2),
    recordOf(3, { documentKey: 'other' }),
  );
  expect(within(pane).queryByText(t('story.waitingOf', { n: 2, size: BATCH_SIZE }))).not.toBeNull();
});

it('the journey shows each attempt with its transport and its response', async () => {
  const rejected = requestOf({
    id: 'first',
    transport: 'xhr',
    end: { status: 'responded', httpStatus: 500, durationMs: 3 },
  });
  const { pane } = await open(recordOf(1, { requests: [rejected, requestOf()] }), /Journey/);
  const steps = await observedSteps(pane);
  const titles = steps.map((step) => step.querySelector('b')?.textContent);
  expect(titles).toEqual([
    t('journey.called'),
    t('story.emitted'),
    t('journey.sent'),
    t('journey.rejected'),
    t('story.sentAgain', { n: 2 }),
    t('journey.accepted'),
  ]);
  expect(steps[2]?.textContent).toContain('Sent with XMLHttpRequest. Batch of 4');
  expect(steps[5]?.textContent).toContain(t('diagnostics.retried.title', 1));
});

it.each([
  ['open', undefined, ['journey.called', 'journey.sent', 'story.emitted', 'story.noResponseYet']],
  ['responded later', 38, ['journey.called', 'journey.sent', 'story.emitted', 'journey.accepted']],
  [
    'responded before, as to a synchronous request',
    2,
    ['journey.called', 'journey.sent', 'journey.accepted', 'story.emitted'],
  ],
] as const)(
  'the journey shows a request that was sent during the call before the event was emitted: %s',
  async (_, durationMs, order) => {
    const call = callOf({ at: 1000, outcome: { status: 'returned', at: 1010 } });
    const end =
      durationMs === undefined
        ? ({ status: 'open' } as const)
        : ({ status: 'responded', httpStatus: 200, durationMs } as const);
    const requests = [requestOf({ at: 1003, end })];
    const { pane } = await open(recordOf(1, { call, event: eventOf({ at: 1008 }), requests }), /Journey/);
    const steps = await observedSteps(pane, durationMs !== undefined);
    expect(steps.map((step) => step.querySelector('b')?.textContent)).toEqual(order.map((key) => t(key)));
    expect(steps[1]?.textContent).toContain(t('story.duringCall'));
    expect(pane.textContent).not.toMatch(/[-−]\d/);
    const times = steps.flatMap((step) => step.querySelector('time')?.textContent || []);
    expect(times).toEqual([...times].sort());
  },
);

it('the gap before a retry is the time since the event was emitted if that was after the first response', async () => {
  const responded = { status: 'responded', httpStatus: 500, durationMs: 2 } as const;
  const requests = [requestOf({ id: 'first', at: 1003, end: responded }), requestOf({ at: 1020 })];
  const { pane } = await open(recordOf(1, { event: eventOf({ at: 1008 }), requests }), /Journey/);
  const steps = await observedSteps(pane);
  expect(steps.map((step) => step.querySelector('b')?.textContent)).toEqual([
    t('journey.called'),
    t('journey.sent'),
    t('journey.rejected'),
    t('story.emitted'),
    t('story.sentAgain', { n: 2 }),
    t('journey.accepted'),
  ]);
  expect(steps[4]?.querySelector('.lap')?.textContent).toBe(formatDuration(1020 - 1008));
});

it('the journey quotes the SDK’s console messages', async () => {
  const messages = [{ level: 'error', message: 'Invalid INTERACT Event: type' }];
  const { pane } = await open(recordOf(1, { event: null, call: callOf({ consoleMessages: messages }) }), /Journey/);
  const [called] = within(pane).getAllByRole('listitem');
  expect(called?.textContent).toContain('Console error: Invalid INTERACT Event: type');
  expect(called?.textContent).toContain(t('diagnostics.droppedByValidation.title'));
});

it('the journey ends with the unload if the page unloaded before the event was sent', async () => {
  const { pane } = await open(recordOf(1, { lost: true }), /Journey/);
  expect(within(pane).getAllByRole('listitem').at(-1)?.textContent).toContain(t('story.pageUnloaded'));
});

describe('changes of an event', () => {
  const feedback = recordOf(2, {
    call: callOf({ method: 'feedback', args: [{ rating: 4, comments: 'good' }] }),
    event: eventOf({ json: { eid: 'FEEDBACK', edata: { rating: 4 }, context: { env: 'x' } } }),
    changes: [dropped, { type: 'added', path: ['context', 'env'], sent: 'x', fromRow: 1 }],
  });

  it('the changes are counted on the tab, and are listed before equal fields', async () => {
    const { pane } = await open(feedback, /Changes 2/, recordOf(1));
    const rows = within(pane).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'edata.commentsDropped"good"not set',
      'context.envFrom earlier optionsnot set"x"From options of row 1',
      'edata.rating44',
    ]);
  });

  it('the changes link to the row whose options leaked into the event', async () => {
    const { user, live } = await open(feedback, /Changes/, recordOf(1));
    await user.click(screen.getByRole('button', { name: t('change.fromRow', { n: 1 }) }));
    expect(live.selection.row.value).toBe(1);
  });

  it('the changes tab says that no event was sent if there was none', async () => {
    const { pane } = await open(recordOf(1, { event: null }), /Changes/);
    expect(pane.textContent).toContain(t('change.nothingSent.title'));
  });
});

it('the list shows which events were lost with the previous page', async () => {
  const { live } = openPanel();
  live.records.apply([recordOf(1, { lost: true })]);
  live.records.addNavigations([{ at: 5_000, url: 'http://localhost:4173/home', afterRow: 1 }]);
  const lost = t('list.lostOnUnload', { events: t('count.event', 1) });
  await waitFor(() => expect(screen.queryAllByText(lost)).toHaveLength(1));
});

it('the list has chips for lost and changed events, but not for states without events', async () => {
  const { live } = openPanel();
  live.records.apply([recordOf(1, { lost: true }), recordOf(2, { changes: [dropped] }), recordOf(3)]);
  await userEvent.setup().click(await screen.findByRole('button', { name: new RegExp(`${t('filter.lost')} 1`) }));
  await screen.findByRole('button', { name: new RegExp(`${t('filter.changed')} 1`) });
  expect(screen.queryByRole('button', { name: new RegExp(t('filter.duplicate')) })).toBeNull();
  expect(live.visible.eventCount.value).toBe(1);
});

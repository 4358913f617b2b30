import { act, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import '#components/panel/details/fate/ProcessedStep.tsx';
import '#components/panel/details/fate/ProcessedStoryItem.tsx';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import type { Json } from '#core/json/json';
import { t, tPattern } from '#tests/drivers/texts';
import { eventOf, type RecordOverrides, recordOf, requestOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const NOW = Date.UTC(2026, 10, 27, 10, 15);

const json = (mid: string, edata: Json = { type: 'TOUCH', id: 'next', pageid: 'home' }): Json => ({
  ...{ eid: 'INTERACT', ets: NOW, ver: '3.0', mid },
  actor: { id: 'a', type: 'User' },
  context: { channel: 'c', env: 'e', pdata: { id: 'p', ver: '1', pid: 'pid' }, sid: 's', did: 'd' },
  edata,
});

const sentRecord = (row: number, event: Json, overrides: RecordOverrides = {}) =>
  recordOf(row, { event: eventOf({ json: event, at: NOW }), requests: [requestOf({ at: NOW })], ...overrides })
    .observed;

async function openEvent(records: readonly ReturnType<typeof sentRecord>[], row: number) {
  const panel = openPanel();
  await act(() => panel.live.records.apply(records));
  await act(() => panel.live.selection.open(row));
  return { ...panel, user: userEvent.setup() };
}

const steps = () => within(screen.getByRole('list', { name: t('detail.journey') })).getAllByRole('listitem');
const lastStep = () => steps().at(-1)?.textContent;
const predicted = (reason: 'accepted' | 'invalid' | 'duplicate') =>
  t('fate.predicted', { outcome: t(`fate.outcome.${reason}`) });

it('the fifth step of the journey predicts the pipeline’s result, and is labelled as predicted', async () => {
  const { stores } = await openEvent([sentRecord(1, json('a', { type: 'TOUCH', id: 'next', foo: 1 }))], 1);
  await waitFor(() => expect(lastStep()).toContain(predicted('invalid')));
  expect(steps()).toHaveLength(5);
  expect(lastStep()).toContain('sunbird-5.0');
  // Without the schemas of a data set, Obsrv 2 rejects no event.
  const ruleSettings = stores.get(rulesSetting);
  await act(() => ruleSettings.set({ ...ruleSettings.peek(), pipeline: 'obsrv-2' }));
  await waitFor(() => expect(lastStep()).toContain(predicted('accepted')));
});

it.each<[string, RecordOverrides, () => string]>([
  ['was not sent', { requests: [] }, () => t('fate.notProcessed')],
  ['was lost', { requests: [], lost: true }, () => t('fate.notProcessed')],
  [
    'is from a file',
    { call: null, requests: [], event: eventOf({ observedIn: 'file', json: json('a') }) },
    () => t('fate.ifAccepted', { outcome: t('fate.outcome.accepted') }),
  ],
])('the last step of an event that %s predicts no unconditional result', async (_, overrides, text) => {
  await openEvent([sentRecord(1, json('a'), overrides)], 1);
  await waitFor(() => expect(lastStep()).toContain(text()));
});

it('a batch over the limit is predicted to be rejected by the collector, whether or not it has a response', async () => {
  const request = requestOf({ at: NOW, bodyBytes: 6_000_000, end: { status: 'open' } });
  const { stores, user } = await openEvent([sentRecord(1, json('a'), { requests: [request] })], 1);
  const rejected = t('fate.predicted', { outcome: t('fate.outcome.batch-too-large') });
  await waitFor(() => expect(lastStep()).toContain(rejected));
  await user.click(screen.getByRole('tab', { name: t('detail.journey') }));
  await screen.findByText(t('pipeline.fate.batch-too-large', { amount: 5, unit: 'MiB' }));
  const ruleSettings = stores.get(rulesSetting);
  await act(() => ruleSettings.set({ ...ruleSettings.peek(), pipelineSettings: { maxBatchBytes: 7_000_000 } }));
  await waitFor(() => expect(lastStep()).toContain(t('fate.notProcessed')));
});

it('the predicted fate of an open event follows the response to an earlier event with the same mid', async () => {
  const open = { requests: [requestOf({ at: NOW, end: { status: 'open' as const } })] };
  const later = { requests: [requestOf({ id: 'later', at: NOW + 1 })] };
  const { live } = await openEvent([sentRecord(1, json('a'), open), sentRecord(2, json('a'), later)], 2);
  await waitFor(() => expect(lastStep()).toContain(predicted('accepted')));
  await act(() => live.records.apply([sentRecord(1, json('a'))]));
  await waitFor(() => expect(lastStep()).toContain(predicted('duplicate')));
});

it('a duplicate links to the event with the same mid, and effects are described in sentences', async () => {
  const { live, user } = await openEvent(
    [sentRecord(1, json('a')), sentRecord(2, json('b')), sentRecord(3, json('a'))],
    3,
  );
  await waitFor(() => expect(lastStep()).toContain(predicted('duplicate')));
  await user.click(screen.getByRole('tab', { name: t('detail.journey') }));
  const sentence = await screen.findByText(tPattern('pipeline.fate.duplicate-druid-validator', { row: '1' }));
  await user.click(within(sentence).getByRole('button', { name: t('detail.row', { n: '1' }) }));
  expect(live.selection.row.value).toBe(1);
  await screen.findByText(t('pipeline.effect.content-not-joined-no-object'));
});

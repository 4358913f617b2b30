import { expect, it } from 'vitest';
import { batchStatusOf, formatOutcomes } from '#components/panel/compose/firing/fire-draft.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { fail, succeed } from '#core/util/result';
import { createFiring, type Fire, type FiredOutcome } from '#panel/firing/firing';
import { recordOf, requestOf } from '#tests/fixtures/records';

const frame = { frameId: 0, url: 'http://localhost/', documentId: 'd', title: '', sdks: [], sdk: 0 };
const firedEvent = (kind: 'start' | 'log' | 'end') => ({ kind, args: [] });
const rejected = fail({ message: 'That frame is gone.' });

it('a manual firing has the row of its record once the record is captured', async () => {
  const records = createRecords();
  const firing = createFiring(records.current, () => 500);
  const fire: Fire = async () => succeed({ requestId: 'a' });
  await firing.fire([firedEvent('log')], frame, fire);
  expect(firing.state.value).toMatchObject({ status: 'fired', kind: 'log', at: 500, record: null });
  records.apply([recordOf(4, { firedBy: { type: 'panel', requestId: 'a' } })]);
  expect(firing.state.value).toMatchObject({ status: 'fired', record: { row: 4 } });
});

it('a manual firing that fails reports the reason', async () => {
  const firing = createFiring(createRecords().current, () => 0);
  await firing.fire([firedEvent('log')], frame, async () => rejected);
  expect(firing.state.value).toEqual({ status: 'failed', kind: 'log', message: 'That frame is gone.' });
});

it('a manual firing of several events fires one after the other, in order, and counts each outcome', async () => {
  const records = createRecords();
  const firing = createFiring(records.current, () => 0);
  const fireCalls: string[] = [];
  const fire: Fire = async (kind) => {
    fireCalls.push(`${kind} during ${JSON.stringify(firing.state.value)}`);
    if (kind === 'log') return rejected;
    const requests = kind === 'end' ? [requestOf()] : [];
    records.apply([recordOf(fireCalls.length, { requests, firedBy: { type: 'panel', requestId: kind } })]);
    return succeed({ requestId: kind });
  };
  await firing.fire([firedEvent('start'), firedEvent('log'), firedEvent('end')], frame, fire);
  expect(fireCalls).toEqual([
    'start during {"status":"firing","done":0,"total":3}',
    'log during {"status":"firing","done":1,"total":3}',
    'end during {"status":"firing","done":2,"total":3}',
  ]);
  expect(firing.state.value).toEqual({
    status: 'fired-many',
    total: 3,
    outcomes: new Map([
      ['waiting', 1],
      ['not-fired', 1],
      ['accepted', 1],
    ]),
    failures: [expect.objectContaining({ kind: 'log', message: 'That frame is gone.' })],
  });
});

it('a manual firing of several events while offline fails, and no event counts as accepted', async () => {
  const records = createRecords();
  const firing = createFiring(records.current, () => 0);
  const end = { status: 'failed', message: 'net::ERR_INTERNET_DISCONNECTED', durationMs: 1 } as const;
  const fire: Fire = async (kind) => {
    const firedBy = { type: 'panel', requestId: kind } as const;
    records.apply([recordOf(kind.length, { requests: [requestOf({ end })], firedBy })]);
    return succeed({ requestId: kind });
  };
  await firing.fire([firedEvent('start'), firedEvent('log')], frame, fire);
  const state = firing.state.value;
  if (state.status !== 'fired-many') throw new Error(`The firing ended as ${state.status}.`);
  expect(batchStatusOf(state)).toBe('failed');
  expect(formatOutcomes(state)).toBe('2 events: Failed 2');
  expect(records.counts.value).toMatchObject({ failed: 2, total: 2 });
});

it('a manual firing of several events is accepted once each event is accepted, failed if one failed, and else open', () => {
  const statusOf = (outcomes: readonly (readonly [FiredOutcome, number])[]) =>
    batchStatusOf({ status: 'fired-many', total: 3, outcomes: new Map(outcomes), failures: [] });
  expect(statusOf([['accepted', 3]])).toBe('accepted');
  expect(
    statusOf([
      ['accepted', 2],
      ['waiting', 1],
    ]),
  ).toBe('open');
  expect(
    statusOf([
      ['accepted', 2],
      ['not-listed', 1],
    ]),
  ).toBe('open');
  for (const failure of ['not-fired', 'threw', 'dropped', 'rejected', 'failed', 'lost'] as const)
    expect(
      statusOf([
        ['accepted', 2],
        [failure, 1],
      ]),
    ).toBe('failed');
});

it('a manual firing does not start while another firing is in progress', async () => {
  const firing = createFiring(createRecords().current, () => 0);
  let fireCalls = 0;
  let finish = () => {};
  const slowFire: Fire = () => {
    fireCalls += 1;
    return new Promise((resolve) => {
      finish = () => resolve(succeed({ requestId: 'a' }));
    });
  };
  const first = firing.fire([firedEvent('log')], frame, slowFire);
  await firing.fire([firedEvent('log')], frame, slowFire);
  finish();
  await first;
  expect(fireCalls).toBe(1);
  expect(firing.isBusy.value).toBe(false);
});

import { expect, it } from 'vitest';
import { formatOutcomes, runStatus } from '#components/panel/compose/firing/fire-draft.ts';
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
  expect(firing.state.value).toMatchObject({ status: 'fired', kind: 'log', at: 500, back: null });
  records.apply([recordOf(4, { firedBy: { type: 'panel', requestId: 'a' } })]);
  expect(firing.state.value).toMatchObject({ status: 'fired', back: { row: 4 } });
});

it('a manual firing that fails reports the reason', async () => {
  const firing = createFiring(createRecords().current, () => 0);
  await firing.fire([firedEvent('log')], frame, async () => rejected);
  expect(firing.state.value).toEqual({ status: 'failed', kind: 'log', message: 'That frame is gone.' });
});

it('a manual firing of several events fires one after the other, in order, and counts each outcome', async () => {
  const records = createRecords();
  const firing = createFiring(records.current, () => 0);
  const seen: string[] = [];
  const fire: Fire = async (kind) => {
    seen.push(`${kind} after ${JSON.stringify(firing.state.value)}`);
    if (kind === 'log') return rejected;
    const requests = kind === 'end' ? [requestOf()] : [];
    records.apply([recordOf(seen.length, { requests, firedBy: { type: 'panel', requestId: kind } })]);
    return succeed({ requestId: kind });
  };
  await firing.fire([firedEvent('start'), firedEvent('log'), firedEvent('end')], frame, fire);
  expect(seen).toEqual([
    'start after {"status":"firing","done":0,"total":3}',
    'log after {"status":"firing","done":1,"total":3}',
    'end after {"status":"firing","done":2,"total":3}',
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
  if (state.status !== 'fired-many') throw new Error(`It ended as ${state.status}.`);
  expect(runStatus(state)).toBe('failed');
  expect(formatOutcomes(state)).toBe('2 events: Failed 2');
  expect(records.counts.value).toMatchObject({ failed: 2, total: 2 });
});

it('a manual firing of several events is accepted once each event is accepted, and is open until then', () => {
  const run = (outcomes: readonly (readonly [FiredOutcome, number])[]) =>
    runStatus({ status: 'fired-many', total: 3, outcomes: new Map(outcomes), failures: [] });
  expect(run([['accepted', 3]])).toBe('accepted');
  expect(
    run([
      ['accepted', 2],
      ['waiting', 1],
    ]),
  ).toBe('open');
  expect(
    run([
      ['accepted', 2],
      ['not-listed', 1],
    ]),
  ).toBe('open');
  for (const bad of ['not-fired', 'threw', 'dropped', 'rejected', 'failed', 'lost'] as const)
    expect(
      run([
        ['accepted', 2],
        [bad, 1],
      ]),
    ).toBe('failed');
});

it('a manual firing does not start while another one is in progress', async () => {
  const firing = createFiring(createRecords().current, () => 0);
  let fired = 0;
  let finish = () => {};
  const slow: Fire = () => {
    fired += 1;
    return new Promise((resolve) => {
      finish = () => resolve(succeed({ requestId: 'a' }));
    });
  };
  const first = firing.fire([firedEvent('log')], frame, slow);
  await firing.fire([firedEvent('log')], frame, slow);
  finish();
  await first;
  expect(fired).toBe(1);
  expect(firing.busy.value).toBe(false);
});

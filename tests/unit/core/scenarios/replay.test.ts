import { expect, it } from 'vitest';
import { recordCalls } from '#core/scenarios/record-scenario';
import { formatCall, groupCalls, replayOf } from '#core/scenarios/replay';
import type { RecordedCall } from '#core/scenarios/scenario';
import { callOf, recordOf } from '#tests/fixtures/records';

const call = (over: Partial<RecordedCall> = {}): RecordedCall => ({
  kind: 'interact',
  args: { data: { type: 'TOUCH', id: 'play-button' } },
  page: '/lesson',
  gapMs: 0,
  ...over,
});

it('recorded calls have the arguments by name, the page, and the gap to the call before', () => {
  const rows = [
    recordOf(1, { at: 1000, call: callOf({ args: [{ type: 'TOUCH', id: 'one' }] }) }),
    recordOf(2, { at: 1250, call: callOf({ args: [{ type: 'TOUCH', id: 'two' }] }) }),
    recordOf(3, { kind: null }),
  ];
  expect(recordCalls(rows, ({ frame }) => frame.url)).toEqual([
    { kind: 'interact', args: { data: { type: 'TOUCH', id: 'one' } }, page: rows[0]?.frame.url, gapMs: 0 },
    { kind: 'interact', args: { data: { type: 'TOUCH', id: 'two' } }, page: rows[1]?.frame.url, gapMs: 250 },
  ]);
});

it('recorded calls are made again with gaps of at most one second', () => {
  const { scenario, stepOfCall } = replayOf('Mine', [call(), call({ gapMs: 300 }), call({ gapMs: 60_000 })]);
  expect(scenario.steps.map((step) => (step.type === 'wait' ? step.ms : step.type))).toEqual([
    'fire',
    300,
    'fire',
    1000,
    'fire',
  ]);
  expect(stepOfCall).toEqual([0, 2, 4]);
});

it('recorded calls keep their order, by page and runs of one kind', () => {
  const calls = [call(), call(), call({ kind: 'log' }), call({ page: '/next' }), call()];
  const groups = groupCalls(calls).map(({ page, runs }) => [page, runs.map((run) => run.map(({ index }) => index))]);
  expect(groups).toEqual([
    ['/lesson', [[0, 1], [2]]],
    ['/next', [[3]]],
    ['/lesson', [[4]]],
  ]);
});

it('recorded calls are named by what they do', () => {
  expect(formatCall(call())).toBe('INTERACT TOUCH play-button');
  expect(formatCall({ kind: 'impression', args: { data: { type: 'view', pageid: 'home' } } })).toBe(
    'IMPRESSION view home',
  );
  expect(formatCall({ kind: 'end', args: { data: {}, contentId: 'do_1' } })).toBe('END do_1');
});

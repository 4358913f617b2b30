import { expect, it } from 'vitest';
import { recordCalls } from '#core/scenarios/record-scenario';
import { formatCall, groupCalls, toReplay } from '#core/scenarios/replay';
import type { RecordedCall } from '#core/scenarios/scenario';
import { callOf, recordOf } from '#tests/fixtures/records';

const call = (overrides: Partial<RecordedCall> = {}): RecordedCall => ({
  kind: 'interact',
  args: { data: { type: 'TOUCH', id: 'play-button' } },
  page: '/lesson',
  gapMs: 0,
  ...overrides,
});

it('a recorded call has its arguments by name, its page, and the time since the previous call', () => {
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

it('recorded calls are replayed with gaps of at most one second', () => {
  const { scenario, stepOfCall } = toReplay('Mine', [call(), call({ gapMs: 300 }), call({ gapMs: 60_000 })]);
  expect(scenario.steps.map((step) => (step.type === 'wait' ? step.ms : step.type))).toEqual([
    'fire',
    300,
    'fire',
    1000,
    'fire',
  ]);
  expect(stepOfCall).toEqual([0, 2, 4]);
});

it('recorded calls are grouped by page and consecutive kind, in their order', () => {
  const calls = [call(), call(), call({ kind: 'log' }), call({ page: '/next' }), call()];
  const groups = groupCalls(calls).map(({ page, runs }) => [page, runs.map((run) => run.map(({ index }) => index))]);
  expect(groups).toEqual([
    ['/lesson', [[0, 1], [2]]],
    ['/next', [[3]]],
    ['/lesson', [[4]]],
  ]);
});

it('the label of a recorded call has its kind, type and id', () => {
  expect(formatCall(call())).toBe('INTERACT TOUCH play-button');
  expect(formatCall({ kind: 'impression', args: { data: { type: 'view', pageid: 'home' } } })).toBe(
    'IMPRESSION view home',
  );
  expect(formatCall({ kind: 'end', args: { data: {}, contentId: 'do_1' } })).toBe('END do_1');
});

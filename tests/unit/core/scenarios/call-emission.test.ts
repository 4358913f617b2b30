import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { advanceRun, beginRun, type RunInput, type RunState } from '#core/scenarios/run-state';
import { newScenario, type Step } from '#core/scenarios/scenario';
import type { JudgedRecord } from '#core/stream/judged-record';
import { callOf, eventOf, type RecordOverrides, recordOf } from '#tests/fixtures/records';

const edata = { type: 'TOUCH', id: 'next-button' };
const fired = { firedBy: { type: 'panel', requestId: 'a' } } as const;

/** A call whose event SDK 1.x emits only after it has a fingerprint. */
const called = (overrides: RecordOverrides = {}) =>
  recordOf(1, {
    headline: 'next',
    sdk: { global: 'EkTelemetry', generation: '1.x' },
    call: callOf({ args: [edata], hasDid: false }),
    event: null,
    ...overrides,
  });
const emitted = (overrides: RecordOverrides = {}) =>
  called({ event: eventOf({ json: { eid: 'INTERACT', edata } }), ...overrides });
const dropped = (overrides: RecordOverrides = {}) => called({ call: callOf({ args: [edata] }), ...overrides });
const threw = (overrides: RecordOverrides = {}) =>
  dropped({ call: callOf({ args: [edata], outcome: { status: 'threw', at: 2, message: 'no' } }), ...overrides });

const arrival = (at: number, record: JudgedRecord): RunInput => ({ type: 'records', at, records: [record] });
const timeout: RunInput = { type: 'time', at: 10_000 };
const NO_EVENT = 'failed: INTERACT next (row 1) was called, but the SDK emitted no event.';

function run(steps: readonly Step[], ...inputs: readonly RunInput[]): RunState {
  const scenario = newScenario('A test', steps);
  return inputs.reduce((state, input) => advanceRun(scenario, state, input), beginRun(scenario, 0, 0));
}

function ending(state: RunState): string {
  const step = state.steps.findLast(({ status }) => status !== 'ahead');
  return step?.status === 'failed' ? `failed: ${messageText(step.difference)}` : state.status;
}

describe.each([
  ['that the SDK drops', dropped],
  ['that throws', threw],
  ['whose page unloads first', (overrides?: RecordOverrides) => called({ lost: true, ...overrides })],
])('calls without an event: a call %s', (_, called) => {
  it('a call without an event fails the step that fired it', () => {
    const steps: Step[] = [{ type: 'fire', kind: 'interact', args: {} }];
    const inputs = [{ type: 'fired', at: 1, requestId: 'a' }, arrival(2, called(fired))] as const;
    expect(run(steps, ...inputs).status).toBe('running');
    expect(ending(run(steps, ...inputs, timeout))).toBe(NO_EVENT);
  });

  it('a call without an event fails the step that expects its event next', () => {
    expect(ending(run([{ type: 'expect-kind', kind: 'interact' }], arrival(1, called()), timeout))).toBe(NO_EVENT);
  });

  it('a call without an event fails the step that waits for an event, at the timeout', () => {
    const steps: Step[] = [{ type: 'wait-for', filter: 'kind:interact' }];
    expect(run(steps, arrival(1, called())).status).toBe('running');
    expect(ending(run(steps, arrival(1, called()), timeout))).toBe(NO_EVENT);
  });

  it('a call without an event can be waited for by its state, and then has the fields of the call', () => {
    const steps: Step[] = [
      { type: 'wait-for', filter: 'state:threw,dropped,lost' },
      { type: 'expect-field', path: 'edata.id', is: { equals: 'next-button' } },
    ];
    expect(run(steps, arrival(1, called())).status).toBe('passed');
  });

  it('a call without an event passes in a replay, which makes the recorded call again', () => {
    const scenario = newScenario('A replay', [{ type: 'fire', kind: 'interact', args: {} }]);
    const begun = advanceRun(scenario, beginRun(scenario, 0, 0, { isReplay: true }), {
      type: 'fired',
      at: 1,
      requestId: 'a',
    });
    expect(advanceRun(scenario, begun, arrival(2, called(fired))).status).toBe('passed');
  });
});

describe('calls whose events are not emitted yet', () => {
  it.each<Step>([
    { type: 'wait-for', filter: '-is:invalid' },
    { type: 'expect-kind', kind: 'interact' },
    { type: 'expect-no-invalid' },
    { type: 'expect-count', filter: 'is:invalid', count: 0 },
    { type: 'expect-count', filter: 'kind:interact', count: 1, compare: 'at least' },
  ])('a call is not judged before its event: $type', (step) => {
    const wait: Step = { type: 'wait', ms: 1 };
    const waiting = run([wait, step], arrival(1, called()));
    expect(waiting.status).toBe('running');
    expect(run([wait, step], arrival(1, called()), arrival(2, emitted())).status).toBe('passed');
  });

  it('a call fails the expectation of no invalid events if its event then is invalid', () => {
    const steps: Step[] = [{ type: 'wait', ms: 1 }, { type: 'expect-no-invalid' }];
    expect(ending(run(steps, arrival(1, called()), arrival(2, emitted({ verdict: 'invalid' }))))).toMatch(/^failed/);
  });

  it.each([
    [{ present: false }, 'object.id'],
    [{ equals: 'next-button' }, 'edata.id'],
  ] as const)('a call is not compared before its event: %j', (comparison, path) => {
    const steps: Step[] = [
      { type: 'wait-for', filter: 'kind:interact' },
      { type: 'expect-field', path, is: comparison },
    ];
    const json = { eid: 'INTERACT', object: { id: 'do_1' }, edata: { id: 'other' } };
    expect(run(steps, arrival(1, called())).status).toBe('running');
    expect(ending(run(steps, arrival(1, called()), arrival(2, emitted({ event: eventOf({ json }) }))))).toMatch(
      /^failed/,
    );
  });

  it.each<Step>([
    { type: 'expect-kind', kind: 'interact' },
    { type: 'wait-for', filter: 'kind:interact' },
  ])('a call whose event was not emitted fails the step that expects it, at the timeout: $type', (step) => {
    const steps = [step];
    expect(ending(run(steps, arrival(1, called()), timeout))).toBe(NO_EVENT);
  });
});

it('a call of a wrapper, whose event no hook may observe, passes without its event', () => {
  const forwarded = dropped({ ...fired, call: callOf({ args: [edata], isForwarded: true }) });
  const steps: Step[] = [
    { type: 'fire', kind: 'interact', args: {} },
    { type: 'expect-kind', kind: 'interact' },
    { type: 'expect-field', path: 'edata.id', is: { equals: 'next-button' } },
  ];
  expect(run(steps, { type: 'fired', at: 1, requestId: 'a' }, arrival(2, forwarded)).status).toBe('passed');
});

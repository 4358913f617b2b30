import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { advanceRun, beginRun, type RunInput, type RunState } from '#core/scenarios/run-state';
import { newScenario, type Step } from '#core/scenarios/scenario';
import type { JudgedRecord } from '#core/stream/judged-record';
import { callOf, eventOf, type RecordOverrides, recordOf } from '#tests/fixtures/records';

const edata = { type: 'TOUCH', id: 'next-button' };
const fired = { firedBy: { type: 'panel', requestId: 'a' } } as const;

/** Returns the record of a call whose event SDK 1.x emits only once the device ID is known. */
const calledRecord = (overrides: RecordOverrides = {}) =>
  recordOf(1, {
    headline: 'next',
    sdk: { global: 'EkTelemetry', generation: '1.x' },
    call: callOf({ args: [edata], hasDid: false }),
    event: null,
    ...overrides,
  });
const emittedRecord = (overrides: RecordOverrides = {}) =>
  calledRecord({ event: eventOf({ json: { eid: 'INTERACT', edata } }), ...overrides });
const droppedRecord = (overrides: RecordOverrides = {}) =>
  calledRecord({ call: callOf({ args: [edata] }), ...overrides });
const throwingRecord = (overrides: RecordOverrides = {}) =>
  droppedRecord({ call: callOf({ args: [edata], outcome: { status: 'threw', at: 2, message: 'no' } }), ...overrides });

const arrival = (at: number, record: JudgedRecord): RunInput => ({ type: 'records', at, records: [record] });
const timeout: RunInput = { type: 'time', at: 10_000 };
const NO_EVENT = 'failed: INTERACT next (row 1) was called, but the SDK emitted no event.';

function run(steps: readonly Step[], ...inputs: readonly RunInput[]): RunState {
  const scenario = newScenario('A test', steps);
  return inputs.reduce((state, input) => advanceRun(scenario, state, input), beginRun(scenario, 0, 0));
}

function describeRun(state: RunState): string {
  const step = state.steps.findLast(({ status }) => status !== 'ahead');
  return step?.status === 'failed' ? `failed: ${messageText(step.difference)}` : state.status;
}

describe.each([
  ['that the SDK drops', droppedRecord],
  ['that throws', throwingRecord],
  ['whose page unloads first', (overrides?: RecordOverrides) => calledRecord({ lost: true, ...overrides })],
])('calls without an event: a call %s', (_, createRecord) => {
  it('a call without an event fails the step that fired it', () => {
    const steps: Step[] = [{ type: 'fire', kind: 'interact', args: {} }];
    const inputs = [{ type: 'fired', at: 1, requestId: 'a' }, arrival(2, createRecord(fired))] as const;
    expect(run(steps, ...inputs).status).toBe('running');
    expect(describeRun(run(steps, ...inputs, timeout))).toBe(NO_EVENT);
  });

  it('a call without an event fails the step that expects its event next', () => {
    const steps: Step[] = [{ type: 'expect-kind', kind: 'interact' }];
    expect(describeRun(run(steps, arrival(1, createRecord()), timeout))).toBe(NO_EVENT);
  });

  it('a call without an event fails the step that waits for an event, at the timeout', () => {
    const steps: Step[] = [{ type: 'wait-for', filter: 'kind:interact' }];
    expect(run(steps, arrival(1, createRecord())).status).toBe('running');
    expect(describeRun(run(steps, arrival(1, createRecord()), timeout))).toBe(NO_EVENT);
  });

  it('a call without an event can be waited for by its state, and then has the fields of the call', () => {
    const steps: Step[] = [
      { type: 'wait-for', filter: 'state:threw,dropped,lost' },
      { type: 'expect-field', path: 'edata.id', is: { equals: 'next-button' } },
    ];
    expect(run(steps, arrival(1, createRecord())).status).toBe('passed');
  });

  it('a call without an event passes in a replay, which makes the recorded call again', () => {
    const scenario = newScenario('A replay', [{ type: 'fire', kind: 'interact', args: {} }]);
    const state = advanceRun(scenario, beginRun(scenario, 0, 0, { isReplay: true }), {
      type: 'fired',
      at: 1,
      requestId: 'a',
    });
    expect(advanceRun(scenario, state, arrival(2, createRecord(fired))).status).toBe('passed');
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
    const waiting = run([wait, step], arrival(1, calledRecord()));
    expect(waiting.status).toBe('running');
    expect(run([wait, step], arrival(1, calledRecord()), arrival(2, emittedRecord())).status).toBe('passed');
  });

  it('a call fails the expectation of no invalid events if its event then is invalid', () => {
    const steps: Step[] = [{ type: 'wait', ms: 1 }, { type: 'expect-no-invalid' }];
    expect(
      describeRun(run(steps, arrival(1, calledRecord()), arrival(2, emittedRecord({ verdict: 'invalid' })))),
    ).toMatch(/^failed/);
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
    expect(run(steps, arrival(1, calledRecord())).status).toBe('running');
    expect(
      describeRun(run(steps, arrival(1, calledRecord()), arrival(2, emittedRecord({ event: eventOf({ json }) })))),
    ).toMatch(/^failed/);
  });

  it.each<Step>([
    { type: 'expect-kind', kind: 'interact' },
    { type: 'wait-for', filter: 'kind:interact' },
  ])('a call whose event was not emitted fails the step that expects it, at the timeout: $type', (step) => {
    const steps = [step];
    expect(describeRun(run(steps, arrival(1, calledRecord()), timeout))).toBe(NO_EVENT);
  });
});

it('a call of a wrapper, whose event no hook may observe, passes without its event', () => {
  const forwarded = droppedRecord({ ...fired, call: callOf({ args: [edata], isForwarded: true }) });
  const steps: Step[] = [
    { type: 'fire', kind: 'interact', args: {} },
    { type: 'expect-kind', kind: 'interact' },
    { type: 'expect-field', path: 'edata.id', is: { equals: 'next-button' } },
  ];
  expect(run(steps, { type: 'fired', at: 1, requestId: 'a' }, arrival(2, forwarded)).status).toBe('passed');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '#components/i18n/finding-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { runResultSchema, toRunResult } from '#core/scenarios/run-result';
import { advanceRun, beginRun, nextRequest, type RunInput, type RunState } from '#core/scenarios/run-state';
import { newScenario, type Step } from '#core/scenarios/scenario';
import type { JudgedRecord } from '#core/stream/judged-record';
import { showLanguage } from '#tests/drivers/show-language';
import { measureGrowth } from '#tests/fixtures/growth';
import { eventOf, recordOf } from '#tests/fixtures/records';

const scenarioOf = (...steps: readonly Step[]) => newScenario('A test', steps);

/** Returns the record of an event of the page, with the page ID as its headline. */
function pageEvent(row: number, kind: 'start' | 'impression' | 'interact', pageid = 'one'): JudgedRecord {
  const json = { eid: kind.toUpperCase(), edata: { pageid, values: [1, { deep: true, list: [1, 2] }] } };
  return recordOf(row, { kind, name: kind, headline: pageid, event: eventOf({ json }) });
}

const arrival = (at: number, ...records: readonly JudgedRecord[]): RunInput => ({ type: 'records', at, records });
const time = (at: number): RunInput => ({ type: 'time', at });

function run(steps: readonly Step[], ...inputs: readonly RunInput[]): RunState {
  const scenario = scenarioOf(...steps);
  return inputs.reduce((state, input) => advanceRun(scenario, state, input), beginRun(scenario, 0, 0));
}

/** Describes the status of a run, with the message of the last step that ran. */
function describeRun(state: RunState): string {
  const step = state.steps.findLast(({ status }) => status !== 'ahead');
  if (step?.status === 'failed') return `${state.status}: ${messageText(step.difference)}`;
  return `${state.status}${step?.status === 'passed' ? `: ${messageText(step.details)}` : ''}`;
}

describe('wait steps', () => {
  const wait: Step = { type: 'wait-for', filter: 'kind:impression', within: 2000 };

  it('waiting for an event skips events that do not match, and passes at the first match', () => {
    expect(describeRun(run([wait], arrival(1, pageEvent(1, 'start'), pageEvent(2, 'impression'))))).toBe(
      'passed: IMPRESSION one',
    );
  });

  it('waiting for an event fails at the timeout with the expected event and the received ones', () => {
    expect(
      describeRun(run([wait], arrival(1, pageEvent(1, 'start'), pageEvent(2, 'interact', 'two')), time(2000))),
    ).toBe('failed: No event matched kind:impression within 2 s. Received instead: START one, INTERACT two.');
  });

  it('waiting for an event fails at the timeout with a message that no events were received', () => {
    expect(describeRun(run([wait], time(1999)))).toBe('running');
    expect(describeRun(run([wait], time(2000)))).toBe(
      'failed: No event matched kind:impression within 2 s. No events received.',
    );
  });

  it('waiting for an event passes if the event matches only after an update, such as its acceptance', () => {
    const waiting = recordOf(1, { verdict: 'invalid' });
    const state = run([{ type: 'wait-for', filter: 'is:valid' }], arrival(1, waiting), arrival(2, recordOf(1)));
    expect(describeRun(state)).toBe('passed: INTERACT next-button · TOUCH · 1');
  });
});

describe('next event', () => {
  const next: Step = { type: 'expect-kind', kind: 'impression' };

  it('expecting the next event fails for an event of another kind, and names the event', () => {
    expect(describeRun(run([next], arrival(1, pageEvent(1, 'interact'))))).toBe(
      'failed: Expected IMPRESSION next; got INTERACT one (row 1).',
    );
  });

  it('expecting the next event fails at the timeout if no event is received', () => {
    expect(describeRun(run([next], time(10_000)))).toBe('failed: Expected IMPRESSION next; no event within 10 s.');
  });

  it('expecting the next event does not match the same event twice', () => {
    expect(describeRun(run([next, next], arrival(1, pageEvent(1, 'impression'))))).toBe('running');
  });
});

describe('fields', () => {
  const waitForImpression: Step = { type: 'wait-for', filter: 'kind:impression' };
  const impression = arrival(1, pageEvent(1, 'impression', 'home'));

  it.each([
    [{ equals: 'home' }, 'passed: "home"'],
    [{ matches: '^ho' }, 'passed: "home"'],
    [{ matches: '^(h|o)+.*e$' }, 'passed: "home"'],
    [
      { matches: '^(h|o)+m$' },
      'failed: edata.pageid of IMPRESSION home (row 1) is "home"; expected to match /^(h|o)+m$/.',
    ],
    [{ present: true }, 'passed: "home"'],
    [{ equals: 'away' }, 'failed: edata.pageid of IMPRESSION home (row 1) is "home"; expected to be "away".'],
    [{ matches: '^x' }, 'failed: edata.pageid of IMPRESSION home (row 1) is "home"; expected to match /^x/.'],
    [{ present: false }, 'failed: edata.pageid of IMPRESSION home (row 1) is "home"; expected not to be set.'],
  ])('expecting a field compares its value: %j: %s', (comparison, expected) => {
    const step: Step = { type: 'expect-field', path: 'edata.pageid', is: comparison };
    expect(describeRun(run([waitForImpression, step], impression))).toBe(expected);
  });

  it('expecting a field takes linear time for any pattern', () => {
    const step: Step = { type: 'expect-field', path: 'edata.pageid', is: { matches: '^(a+)+$' } };
    const inputOf = (size: number) => arrival(1, pageEvent(1, 'impression', `${'a'.repeat(size)}!`));
    expect(measureGrowth(inputOf, (input) => run([waitForImpression, step], input), 20_000)).toBeLessThan(8);
  });

  it('expecting a field fails with a message if the field is absent', () => {
    const step: Step = { type: 'expect-field', path: 'edata.type', is: { equals: 'view' } };
    expect(describeRun(run([waitForImpression, step], impression))).toBe(
      'failed: edata.type of IMPRESSION home (row 1) is not set; expected to be "view".',
    );
  });

  it('expecting a field compares deeply, including lists, regardless of key order', () => {
    const deep: Step = { type: 'expect-field', path: 'data.values', is: { equals: { list: [1, 2], deep: true } } };
    expect(describeRun(run([waitForImpression, deep], impression))).toContain('passed');
  });

  it('expecting a field fails if no earlier step found an event', () => {
    expect(describeRun(run([{ type: 'expect-field', path: 'edata.id', is: { present: true } }]))).toBe(
      'failed: Can’t check edata.id: no earlier step found an event.',
    );
  });
});

it('the expectation of no invalid events fails with the first invalid events of the run', () => {
  const finding = { ruleSet: 'definition', severity: 'error', code: 'missing', path: ['data', 'id'] } as const;
  const invalidRecord = recordOf(1, {
    verdict: 'invalid',
    headline: 'one',
    findings: [{ ...finding, params: { reason: 'custom', text: 'id is missing.' } }],
  });
  const steps: Step[] = [{ type: 'wait-for', filter: 'kind:interact' }, { type: 'expect-no-invalid' }];
  expect(describeRun(run(steps, arrival(1, invalidRecord)))).toBe(
    'failed: 1 event is invalid. INTERACT one (row 1): data.id: id is missing.',
  );
});

it('the expectation of no invalid events stores its details as codes, and shows them in the selected language', () => {
  const finding = { ruleSet: 'definition', severity: 'error', code: 'missing', path: ['data', 'id'] } as const;
  const invalidRecord = recordOf(1, {
    verdict: 'invalid',
    findings: [{ ...finding, params: { reason: 'missing-with', field: 'id', with: 'type' } }],
  });
  const result = toRunResult(
    run([{ type: 'wait-for', filter: 'kind:interact' }, { type: 'expect-no-invalid' }], arrival(1, invalidRecord)),
  );
  const stored = JSON.stringify(result);
  expect(stored).not.toContain('required');
  const [, step] = runResultSchema.parse(JSON.parse(stored)).steps;
  expect(messageText(step?.details ?? '')).toContain('data.id is required');
  showLanguage('hi');
  expect(messageText(step?.details ?? '')).toContain('type हो, तो data.id ज़रूरी है।');
  showLanguage('en');
});

it.each([
  ['exactly', 2, 'passed: 2 events'],
  ['at least', 1, 'passed: 2 events'],
  ['at most', 3, 'passed: 2 events'],
  ['exactly', 1, 'failed: 2 events match kind:interact; expected exactly 1.'],
  ['at most', 1, 'failed: 2 events match kind:interact; expected at most 1.'],
  ['at least', 3, 'running'],
] as const)(
  'the expectation of a number of events counts all events of the run: %s %i: %s',
  (compare, count, expected) => {
    const steps: Step[] = [
      { type: 'wait-for', filter: 'data.pageid:two' },
      { type: 'expect-count', filter: 'kind:interact', count, compare },
    ];
    expect(describeRun(run(steps, arrival(1, pageEvent(1, 'interact'), pageEvent(2, 'interact', 'two'))))).toBe(
      expected,
    );
  },
);

it('the expectation of a number of events fails with the actual number', () => {
  const step: Step = { type: 'expect-count', filter: 'kind:interact', count: 3, within: 500 };
  expect(describeRun(run([step], arrival(1, pageEvent(1, 'interact')), time(500)))).toBe(
    'failed: 1 event matches kind:interact; expected exactly 3.',
  );
});

describe('fire steps', () => {
  const fire: Step = { type: 'fire', kind: 'interact', args: {} };
  const firedRecord = recordOf(4, { firedBy: { type: 'panel', requestId: 'a' } });

  it('a fire step passes when its event is recorded', () => {
    const scenario = scenarioOf(fire);
    const started = beginRun(scenario, 0, 0);
    expect(nextRequest(scenario, started)).toEqual({ fire });
    const fired = advanceRun(scenario, started, { type: 'fired', at: 5, requestId: 'a' });
    expect(nextRequest(scenario, fired)).toEqual({ wakeAt: 10_000 });
    expect(describeRun(advanceRun(scenario, fired, arrival(6, firedRecord)))).toBe(
      'passed: INTERACT next-button · TOUCH · 4',
    );
  });

  it('a fire step passes even if its event is recorded before the fire request is confirmed', () => {
    expect(describeRun(run([fire], arrival(1, firedRecord), { type: 'fired', at: 2, requestId: 'a' }))).toContain(
      'passed',
    );
  });

  it('the next step can expect the event of a fire step', () => {
    const steps: Step[] = [fire, { type: 'expect-kind', kind: 'interact' }];
    expect(run(steps, { type: 'fired', at: 1, requestId: 'a' }, arrival(2, firedRecord)).status).toBe('passed');
  });

  it('a rejected fire step fails with the reason', () => {
    expect(describeRun(run([fire], { type: 'not-fired', at: 1, message: 'That frame is gone.' }))).toBe(
      'failed: That frame is gone.',
    );
  });

  it('a fire step fails at its timeout if its event is never recorded', () => {
    expect(describeRun(run([fire], { type: 'fired', at: 1, requestId: 'a' }, time(10_000)))).toBe(
      'failed: INTERACT was fired, but not captured within 10 s.',
    );
  });
});

it('a wait step passes once its duration has elapsed', () => {
  const steps: Step[] = [{ type: 'wait', ms: 300 }];
  expect(run(steps, time(299)).status).toBe('running');
  expect(describeRun(run(steps, time(300)))).toBe('passed: 300 ms');
});

it('a stopped run retains its passed steps, and does not start the remaining ones', () => {
  const steps: Step[] = [{ type: 'wait', ms: 1 }, { type: 'wait', ms: 1000 }, { type: 'expect-no-invalid' }];
  const state = run(steps, time(1), { type: 'stop', at: 40 });
  expect(state.status).toBe('stopped');
  expect(state.steps.map(({ status }) => status)).toEqual(['passed', 'stopped', 'ahead']);
  expect(advanceRun(scenarioOf(...steps), state, time(9000))).toBe(state);
});

it('a run ignores events from before it started', () => {
  const scenario = scenarioOf({ type: 'wait-for', filter: 'kind:interact' });
  const state = beginRun(scenario, 0, 7);
  expect(advanceRun(scenario, state, arrival(1, pageEvent(7, 'interact'))).status).toBe('running');
  expect(advanceRun(scenario, state, arrival(1, pageEvent(8, 'interact'))).status).toBe('passed');
});

describe('any sequence of inputs', () => {
  const anyStep: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      type: fc.constant('fire' as const),
      kind: fc.constantFrom('start' as const, 'end' as const),
      args: fc.constant({}),
    }),
    fc.record({
      type: fc.constant('wait-for' as const),
      filter: fc.constantFrom('kind:start', 'is:invalid', 'edata.pageid:o*', '-kind:end'),
    }),
    fc.record({ type: fc.constant('wait' as const), ms: fc.nat(50) }),
    fc.record({
      type: fc.constant('expect-kind' as const),
      kind: fc.constantFrom('start' as const, 'interact' as const),
    }),
    fc.record({
      type: fc.constant('expect-field' as const),
      path: fc.string({ minLength: 1 }),
      is: fc.constantFrom({ present: true }, { equals: null }),
    }),
    fc.constant({ type: 'expect-no-invalid' as const }),
    fc.record({ type: fc.constant('expect-count' as const), filter: fc.constant('kind:start'), count: fc.nat(3) }),
  );
  const anyInput = fc.oneof(
    fc.record({ type: fc.constant('time' as const) }),
    fc.record({ type: fc.constant('fired' as const), requestId: fc.constantFrom('a', 'b') }),
    fc.record({ type: fc.constant('not-fired' as const), message: fc.constant('no') }),
    fc.nat(9).map((row) => ({
      type: 'records' as const,
      records: [
        row % 2 === 0 ? pageEvent(row, 'start') : recordOf(row, { firedBy: { type: 'panel', requestId: 'a' } }),
      ],
    })),
  );

  it('a run advances one step at a time, and ends at its timeout at the latest', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 6 }), fc.array(anyInput, { maxLength: 20 }), (steps, inputs) => {
        const scenario = scenarioOf(...steps);
        let state = beginRun(scenario, 0, 0);
        let at = 0;
        for (const input of inputs) {
          at += 40;
          const next = advanceRun(scenario, state, { ...input, at });
          expect(next.index).toBeGreaterThanOrEqual(state.index);
          expect(next.steps.filter(({ status }) => status === 'running')).toHaveLength(
            next.status === 'running' ? 1 : 0,
          );
          state = next;
        }
        for (let count = 0; state.status === 'running' && count <= steps.length; count += 1) {
          at += 20_000;
          const request = nextRequest(scenario, state);
          const isUnconfirmed = request !== null && 'fire' in request;
          const input = isUnconfirmed ? ({ type: 'not-fired', message: 'no' } as const) : ({ type: 'time' } as const);
          state = advanceRun(scenario, state, { ...input, at });
        }
        expect(state.status).not.toBe('running');
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { recordScenario } from '#core/scenarios/record-scenario';
import { advanceRun, beginRun } from '#core/scenarios/run-state';
import { newScenario, type Scenario, scenarioSchema } from '#core/scenarios/scenario';
import { messageForStep } from '#core/scenarios/step-labels';
import type { JudgedRecord } from '#core/stream/judged-record';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const edata = { type: 'TOUCH', id: 'next-button', pageid: 'home', subtype: 'left' };
const touchRecord = (row: number) =>
  recordOf(row, { call: callOf({ args: [edata] }), event: eventOf({ json: { eid: 'INTERACT', edata } }) });

const scenarioOf = (...args: Parameters<typeof recordScenario>) => recordScenario(...args).scenario;

const stepTexts = (...args: Parameters<typeof recordScenario>) =>
  scenarioOf(...args).steps.map((step) => messageText(messageForStep(step)));

it('a scenario recorded from rows waits for the events of the page, and expects their ids and listed values', () => {
  expect(stepTexts('A', [touchRecord(1)])).toEqual([
    'Wait for kind:interact',
    'Expect edata.type to be "TOUCH"',
    'Expect edata.id to be "next-button"',
    'Expect edata.pageid to be "home"',
    'Expect no invalid events',
  ]);
});

it('a scenario recorded from rows expects consecutive rows as next events, and waits for an event after omitted rows', () => {
  const steps = scenarioOf('A', [touchRecord(1), touchRecord(2), touchRecord(5)]).steps.map((step) => step.type);
  expect(steps.filter((type) => type !== 'expect-field')).toEqual([
    'wait-for',
    'expect-kind',
    'wait-for',
    'expect-no-invalid',
  ]);
});

it('a scenario recorded from rows fires manually fired events again', () => {
  const fired = recordOf(1, { firedBy: { type: 'panel', requestId: 'a' }, call: callOf({ args: [edata] }) });
  expect(scenarioOf('A', [fired]).steps[0]).toEqual({ type: 'fire', kind: 'interact', args: { data: edata } });
  expect(stepTexts('A', [fired])).toEqual(['Fire INTERACT', 'Expect no invalid events']);
});

it('a scenario recorded from rows omits values that the SDK dropped from the event', () => {
  const sent = { rating: 4 };
  const feedback = recordOf(1, {
    kind: 'feedback',
    call: callOf({ method: 'feedback', args: [{ contentId: 'do_1', rating: 4 }] }),
    event: eventOf({ json: { eid: 'FEEDBACK', edata: sent, object: {} } }),
  });
  expect(stepTexts('A', [feedback])).toEqual(['Wait for kind:feedback', 'Expect no invalid events']);
});

it('a scenario recorded from rows expects an argument at its path in the event: contentId at object.id', () => {
  const start = recordOf(1, {
    kind: 'start',
    call: callOf({ method: 'start', args: [{}, 'do_1', '1.0', { type: 'player', mode: 'play', stageid: 's' }] }),
    event: eventOf({ json: { eid: 'START', object: { id: 'do_1' }, edata: { type: 'player', mode: 'play' } } }),
  });
  expect(stepTexts('A', [start])).toContain('Expect object.id to be "do_1"');
});

it('a scenario recorded from rows does not expect ids that a server or the SDK creates for each event', () => {
  const search = { type: 'content', query: 'water', correlationid: 'c-1', size: 0, topn: [] };
  const interrupt = { type: 'background', pageid: 'video', eventid: 'e-1' };
  const rows = [
    recordOf(1, { kind: 'search', call: null, event: eventOf({ json: { eid: 'SEARCH', edata: search } }) }),
    recordOf(2, { kind: 'interrupt', call: null, event: eventOf({ json: { eid: 'INTERRUPT', edata: interrupt } }) }),
  ];
  expect(stepTexts('A', rows)).toEqual([
    'Wait for kind:search',
    'Expect INTERRUPT next',
    'Expect edata.pageid to be "video"',
    'Expect no invalid events',
  ]);
});

it('a scenario recorded from rows with invalid events expects the same number of invalid events', () => {
  expect(stepTexts('A', [{ ...touchRecord(1), verdict: 'invalid' }]).at(-1)).toBe(
    'Expect exactly 1 event matching is:invalid',
  );
});

it('a scenario recorded from many rows is valid, and does not exceed the limit of steps', () => {
  const rows = Array.from({ length: 900 }, (_, index) => touchRecord(index + 1));
  expect(scenarioSchema.safeParse(scenarioOf('Long', rows)).success).toBe(true);
});

/** Runs a scenario while these rows arrive. The fire request is confirmed before the first fired row. */
function runWith({ steps }: Scenario, ...rows: readonly JudgedRecord[]) {
  const scenario = newScenario('A run', steps);
  const fires = rows.filter(({ firedBy }) => firedBy.type === 'panel');
  let state = beginRun(scenario, 0, 0);
  for (const record of rows) {
    if (record === fires[0]) state = advanceRun(scenario, state, { type: 'fired', at: 0, requestId: 'a' });
    state = advanceRun(scenario, state, { type: 'records', at: 0, records: [record] });
  }
  return state.status;
}

describe('a fired event before an event of the page', () => {
  const fired = (row: number) => ({ ...touchRecord(row), firedBy: { type: 'panel', requestId: 'a' } as const });
  const impression = (row: number) => recordOf(row, { kind: 'impression', name: 'impression' });

  it('a scenario recorded from a fired event and the event of the page after it passes if the page does the same', () => {
    expect(runWith(scenarioOf('A', [fired(1), impression(2)]), fired(1), impression(2))).toBe('passed');
    expect(runWith(scenarioOf('A', [fired(1), touchRecord(2)]), fired(1), touchRecord(2))).toBe('passed');
  });

  it('a scenario recorded from a fired event and the event of the page after it does not pass by the fired event alone', () => {
    expect(runWith(scenarioOf('A', [fired(1), touchRecord(2)]), fired(1))).toBe('running');
    expect(runWith(scenarioOf('A', [fired(1), touchRecord(3)]), fired(1))).toBe('running');
  });
});

it('a scenario recorded from some of several events of a kind waits for these events', () => {
  const touchRecordWithId = (row: number, id: string) => {
    const edataWithId = { ...edata, id };
    return {
      ...touchRecord(row),
      call: callOf({ args: [edataWithId] }),
      event: eventOf({ json: { eid: 'INTERACT', edata: edataWithId } }),
    };
  };
  const all = ['play', 'other', 'say "1 * 2", \\ or\n<b>'].map((id, index) => touchRecordWithId(index + 1, id));
  for (const omitted of [1, 2, 3]) {
    const scenario = scenarioOf(
      'A',
      all.filter(({ row }) => row !== omitted),
    );
    expect(scenarioSchema.safeParse(scenario).success).toBe(true);
    expect(runWith(scenario, ...all)).toBe('passed');
  }
  expect(scenarioSchema.safeParse(scenarioOf('Long', [touchRecordWithId(2, 'x'.repeat(1990))])).success).toBe(true);
});

it('a scenario recorded from a call without an event omits the call, as no run can expect its event', () => {
  const dropped = recordOf(2, { event: null, call: callOf({ args: [edata] }) });
  const scenario = scenarioOf('A', [touchRecord(1), dropped, touchRecord(3)]);
  expect(scenario.steps.filter(({ type }) => type !== 'expect-field').map(({ type }) => type)).toEqual([
    'wait-for',
    'wait-for',
    'expect-no-invalid',
  ]);
  expect(runWith(scenario, touchRecord(1), dropped, touchRecord(3))).toBe('passed');
});

describe('many rows', () => {
  const rows = (count: number, overrides: Partial<JudgedRecord> = {}) =>
    Array.from({ length: count }, (_, index) => ({ ...touchRecord(index + 1), ...overrides }));
  const countOf = ({ steps }: Scenario, ...types: readonly string[]) =>
    steps.filter(({ type }) => types.includes(type)).length;

  it('a scenario recorded from many rows expects fewer fields instead of fewer events', () => {
    const scenario = scenarioOf('A', rows(200));
    expect(countOf(scenario, 'wait-for', 'expect-kind')).toBe(200);
    expect(countOf(scenario, 'expect-field')).toBe(200);
  });

  it('a scenario recorded from many rows expects the invalid events among those that it contains', () => {
    const scenario = scenarioOf('A', rows(900, { verdict: 'invalid' }));
    expect(countOf(scenario, 'wait-for', 'expect-kind')).toBe(499);
    expect(scenario.steps.at(-1)).toEqual({ type: 'expect-count', filter: 'is:invalid', count: 499 });
  });

  it('a scenario is incomplete if its rows need more steps than the limit, even if the rows are fewer', () => {
    const fired = { firedBy: { type: 'panel', requestId: 'a' } as const };
    const pairs = rows(400).map((row, index) => (index % 2 === 0 ? { ...row, ...fired } : row));
    expect(recordScenario('A', pairs.slice(0, 300)).isComplete).toBe(true);
    expect(recordScenario('A', pairs).isComplete).toBe(false);
    expect(recordScenario('A', rows(499)).isComplete).toBe(true);
    expect(recordScenario('A', rows(500)).isComplete).toBe(false);
  });
});

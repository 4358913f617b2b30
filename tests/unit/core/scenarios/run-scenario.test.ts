import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { createPlaySession } from '#core/scenarios/play-session';
import { findDifferences, toRunResult } from '#core/scenarios/run-result';
import { type ScenarioRunDeps, startRun } from '#core/scenarios/run-scenario';
import type { RunState } from '#core/scenarios/run-state';
import { newScenario, type Step } from '#core/scenarios/scenario';
import { validateCall } from '#core/telemetry/validate-event';
import { type MessageText, message } from '#core/util/message';
import { fail, succeed } from '#core/util/result';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

/** Creates the dependencies of a run on a page whose SDK emits each fired event immediately. */
function createDeps(overrides: Partial<ScenarioRunDeps> = {}) {
  const records = createRecords();
  const clock = createFakeScheduler();
  const runDeps: ScenarioRunDeps = {
    now: clock.scheduler.now,
    setTimer: clock.scheduler.setTimer,
    fire: async (kind, args) => {
      const row = (records.all().at(-1)?.row ?? 0) + 1;
      const requestId = `request-${row}`;
      const { verdict, findings } = validateCall(kind, args);
      const event = eventOf({ json: { eid: kind.toUpperCase(), edata: args.at(-1) ?? null } });
      const call = callOf({ method: kind, args });
      const requests = kind === 'end' ? [requestOf()] : [];
      records.apply([
        recordOf(row, {
          kind,
          name: kind,
          headline: '',
          call,
          event,
          verdict,
          findings,
          requests,
          firedBy: { type: 'panel', requestId },
        }),
      ]);
      return succeed({ requestId });
    },
    records,
    ...overrides,
  };
  return { runDeps, records, clock };
}

const ignoreState = () => {};

function addPageEvent(records: Records, row: number): void {
  records.apply([recordOf(row)]);
}

it('a run of the sample session passes every step', async () => {
  const { runDeps, records } = createDeps();
  const scenario = createPlaySession('Play session');
  const ended = await startRun(scenario, runDeps, ignoreState).ended;
  expect(toRunResult(ended).steps.filter(({ status }) => status !== 'passed')).toEqual([]);
  const firedKinds = scenario.steps.flatMap((step) => (step.type === 'fire' ? [step.kind] : []));
  expect(records.all().map(({ kind }) => kind)).toEqual(firedKinds);
});

it('a run reports each state in the order of the steps', async () => {
  const { runDeps } = createDeps();
  const states: RunState[] = [];
  await startRun(createPlaySession('Play session'), runDeps, (state) => states.push(state)).ended;
  const indexes = states.map(({ index }) => index);
  expect(indexes).toEqual([...indexes].sort((one, other) => one - other));
  expect(new Set(indexes).size).toBeGreaterThan(8);
});

it('a waiting run ends at its timeout', async () => {
  const { runDeps, clock } = createDeps();
  const run = startRun(
    newScenario('Wait', [{ type: 'wait-for', filter: 'kind:end', within: 400 }]),
    runDeps,
    ignoreState,
  );
  clock.advance(400);
  expect(messageText(toRunResult(await run.ended).steps[0]?.details ?? '')).toBe(
    'No event matched kind:end within 400 ms. No events received.',
  );
  expect(clock.pendingCount()).toBe(0);
});

it('a stopped run ends immediately, and handles no further events', async () => {
  const { runDeps, records, clock } = createDeps();
  const run = startRun(newScenario('Wait', [{ type: 'wait-for', filter: 'kind:interact' }]), runDeps, ignoreState);
  run.stop();
  addPageEvent(records, 1);
  expect(toRunResult(await run.ended)).toMatchObject({ status: 'stopped', steps: [{ status: 'stopped' }] });
  expect(clock.pendingCount()).toBe(0);
});

it('a run that cannot fire an event reports the reason', async () => {
  const { runDeps } = createDeps({ fire: async () => fail({ message: 'That frame is gone.' }) });
  const ended = await startRun(createPlaySession('Play session'), runDeps, ignoreState).ended;
  expect(toRunResult(ended).steps[0]).toMatchObject({ status: 'failed', details: 'That frame is gone.' });
});

it('a run reports arguments that are not arguments of the event kind', async () => {
  const { runDeps } = createDeps();
  const steps: Step[] = [{ type: 'fire', kind: 'log', args: { level: 'INFO' } }];
  const ended = await startRun(newScenario('Wrong', steps), runDeps, ignoreState).ended;
  expect(messageText(toRunResult(ended).steps[0]?.details ?? '')).toContain('level isn’t an argument of log(data)');
});

const messageInRow = (n: number) => message('scenarios.result.inRow', { event: 'x', n });

describe('differences', () => {
  const scenario = newScenario('Two', [{ type: 'wait-for', filter: 'kind:interact' }, { type: 'expect-no-invalid' }]);
  const result = (details: MessageText, status: 'passed' | 'failed' = 'passed') => ({
    startedAt: 0,
    tookMs: 5,
    status,
    steps: [
      { status: 'passed', tookMs: 3, details: 'INTERACT one' },
      { status, tookMs: 2, details },
    ] as const,
  });

  it('two runs with the same events have no differences, even if their durations or row numbers differ', () => {
    const runs = [result('1 event, none invalid'), { ...result('1 event, none invalid'), tookMs: 900 }];
    expect(findDifferences(scenario, runs.map(toMutable))).toEqual([]);
  });

  it('the differences between runs name the step, the runs and the events of each run, without row numbers', () => {
    const runs = [
      result('1 event, none invalid'),
      result(messageInRow(4), 'failed'),
      result(messageInRow(9), 'failed'),
    ];
    expect(findDifferences(scenario, runs.map(toMutable)).map(messageText)).toEqual([
      'Step 2, Expect no invalid events. run 1: passed, 1 event, none invalid / runs 2, 3: failed, x',
    ]);
  });

  function toMutable(run: ReturnType<typeof result>) {
    return { ...run, steps: [...run.steps] };
  }
});

import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { playSession } from '#core/scenarios/play-session';
import { differencesBetween, resultOf } from '#core/scenarios/run-result';
import { type ScenarioRunDeps, startRun } from '#core/scenarios/run-scenario';
import type { RunState } from '#core/scenarios/run-state';
import { newScenario, type Step } from '#core/scenarios/scenario';
import { validateCall } from '#core/telemetry/validate-event';
import { type MessageText, message } from '#core/util/message';
import { fail, succeed } from '#core/util/result';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

/** A page whose SDK responds at once, and a clock that the test sets. */
function deps(overrides: Partial<ScenarioRunDeps> = {}) {
  const records = createRecords();
  const timers = new Set<{ readonly due: number; readonly call: () => void }>();
  const clock = { now: 0 };
  const runDeps: ScenarioRunDeps = {
    now: () => clock.now,
    setTimer(milliseconds, call) {
      const timer = { due: clock.now + milliseconds, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
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
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
    for (const timer of [...timers].filter(({ due }) => due <= clock.now)) {
      timers.delete(timer);
      timer.call();
    }
  };
  return { runDeps, records, pass, timers };
}

const quiet = () => {};

function pageDoes(records: Records, row: number): void {
  records.apply([recordOf(row)]);
}

it('a run of the sample session passes every step', async () => {
  const { runDeps, records } = deps();
  const scenario = playSession('Play session');
  const ended = await startRun(scenario, runDeps, quiet).ended;
  expect(resultOf(ended).steps.filter(({ status }) => status !== 'passed')).toEqual([]);
  const fired = scenario.steps.flatMap((step) => (step.type === 'fire' ? [step.kind] : []));
  expect(records.all().map(({ kind }) => kind)).toEqual(fired);
});

it('a run reports each state in the order of the steps', async () => {
  const { runDeps } = deps();
  const shown: RunState[] = [];
  await startRun(playSession('Play session'), runDeps, (state) => shown.push(state)).ended;
  const indexes = shown.map(({ index }) => index);
  expect(indexes).toEqual([...indexes].sort((one, other) => one - other));
  expect(new Set(indexes).size).toBeGreaterThan(8);
});

it('a waiting run ends at its timeout', async () => {
  const { runDeps, pass, timers } = deps();
  const run = startRun(newScenario('Wait', [{ type: 'wait-for', filter: 'kind:end', within: 400 }]), runDeps, quiet);
  pass(400);
  expect(messageText(resultOf(await run.ended).steps[0]?.details ?? '')).toBe(
    'No event matched kind:end within 400 ms. No events received.',
  );
  expect(timers.size).toBe(0);
});

it('a stopped run ends immediately, and handles no further events', async () => {
  const { runDeps, records, timers } = deps();
  const run = startRun(newScenario('Wait', [{ type: 'wait-for', filter: 'kind:interact' }]), runDeps, quiet);
  run.stop();
  pageDoes(records, 1);
  expect(resultOf(await run.ended)).toMatchObject({ status: 'stopped', steps: [{ status: 'stopped' }] });
  expect(timers.size).toBe(0);
});

it('a run that cannot fire an event reports the reason', async () => {
  const { runDeps } = deps({ fire: async () => fail({ message: 'That frame is gone.' }) });
  const ended = await startRun(playSession('Play session'), runDeps, quiet).ended;
  expect(resultOf(ended).steps[0]).toMatchObject({ status: 'failed', details: 'That frame is gone.' });
});

it('a run reports arguments that are not arguments of the event kind', async () => {
  const { runDeps } = deps();
  const steps: Step[] = [{ type: 'fire', kind: 'log', args: { level: 'INFO' } }];
  const ended = await startRun(newScenario('Wrong', steps), runDeps, quiet).ended;
  expect(messageText(resultOf(ended).steps[0]?.details ?? '')).toContain('level isn’t an argument of log(data)');
});

const inRow = (n: number) => message('scenarios.result.inRow', { event: 'x', n });

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
    expect(differencesBetween(scenario, runs.map(json))).toEqual([]);
  });

  it('the differences between runs name the step, the runs and the events of each run, without row numbers', () => {
    const runs = [result('1 event, none invalid'), result(inRow(4), 'failed'), result(inRow(9), 'failed')];
    expect(differencesBetween(scenario, runs.map(json)).map(messageText)).toEqual([
      'Step 2, Expect no invalid events. run 1: passed, 1 event, none invalid / runs 2, 3: failed, x',
    ]);
  });

  function json(run: ReturnType<typeof result>) {
    return { ...run, steps: [...run.steps] };
  }
});

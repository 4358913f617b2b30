import { expect, it } from 'vitest';
import type { RunState } from '#core/scenarios/run-state';
import { newScenario, type Scenario } from '#core/scenarios/scenario';
import type { JudgedRecord } from '#core/stream/judged-record';
import { formatExplanation } from '#node/playwright/matchers/judgement';
import { explainRun, readScenario, runScenario } from '#node/playwright/matchers/scenario-run';
import { recordOf } from '#tests/fixtures/records';
import { createFakeSource, interactOf } from '#tests/fixtures/telemetry-source';

const scenarioOf = (...steps: Scenario['steps']) => newScenario('Lesson', steps);
const play = interactOf(1, { id: 'play' });
const fireLog: Scenario['steps'][number] = {
  type: 'fire',
  kind: 'log',
  args: { data: { type: 'a', level: 'INFO', message: 'b' } },
};

/** Runs a scenario. By default, each fired event is captured as a record. */
function startScenario(scenario: Scenario, fire?: () => Promise<void>, earlier: readonly JudgedRecord[] = []) {
  const fake = createFakeSource();
  for (const record of earlier) fake.add(record);
  const source = {
    ...fake.source,
    fire:
      fire ??
      (async () =>
        fake.add(recordOf(5, { kind: 'log', name: 'log', firedBy: { type: 'panel', requestId: 'fire-1' } }))),
  };
  const run = runScenario(scenario, source, fake.setTimer);
  const explanation = run.ended.then((state: RunState) => [
    state.status,
    ...formatExplanation(explainRun(scenario, state)),
  ]);
  return { ...fake, explanation };
}

it('runScenario includes events that were captured before it started', async () => {
  const fake = createFakeSource();
  fake.add(play);
  const scenario = scenarioOf({ type: 'wait-for', filter: 'id:play' }, { type: 'expect-no-invalid' });
  const run = runScenario(scenario, { ...fake.source, fire: async () => undefined }, fake.setTimer);
  fake.advance(0);
  expect((await run.ended).status).toBe('passed');
  expect(fake.pendingCount()).toBe(0);
});

it.each<Scenario['steps'][number]>([
  { type: 'expect-no-invalid' },
  { type: 'expect-count', filter: 'is:invalid', count: 0 },
  { type: 'expect-count', filter: 'kind:interact', count: 3, compare: 'at most' },
])('runScenario judges the events that were captured before it started in its first step: $type', async (step) => {
  const run = startScenario(
    scenarioOf(step),
    undefined,
    [1, 2, 3, 4].map((row) => ({ ...interactOf(row, {}), verdict: 'invalid' })),
  );
  expect((await run.explanation)[0]).toBe('failed');
});

it('runScenario waits for later events', async () => {
  const run = startScenario(scenarioOf({ type: 'wait-for', filter: 'id:play' }));
  run.advance(3_000);
  run.add(play);
  expect((await run.explanation)[0]).toBe('passed');
});

it('runScenario explains in English which step failed', async () => {
  const run = startScenario(
    scenarioOf({ type: 'wait-for', filter: 'id:play' }, { type: 'expect-kind', kind: 'end', within: 1_500 }),
  );
  run.add(play);
  run.advance(1_500);
  expect(await run.explanation).toEqual([
    'failed',
    'Expected: scenario “Lesson”',
    'Received: step 2 of 2 failed: Expect END next',
    '  Expected END next; no event within 1.5 s.',
  ]);
});

it('runScenario has a message for each kind of failed step', async () => {
  const failing: Scenario['steps'] = [
    { type: 'wait-for', filter: 'id:none', within: 1 },
    { type: 'expect-field', path: 'edata.id', is: { equals: 'x' } },
    { type: 'expect-count', filter: 'id:none', count: 2, within: 1 },
    { type: 'expect-kind', kind: 'end', within: 1 },
  ];
  for (const step of failing) {
    const run = startScenario(scenarioOf(step));
    run.add(play);
    run.advance(20_000);
    expect((await run.explanation).join('\n')).not.toMatch(/scenarios\.|count\./);
  }
});

it('runScenario fires an event, and passes when the event is captured', async () => {
  const run = startScenario(scenarioOf(fireLog, { type: 'expect-kind', kind: 'log' }));
  expect((await run.explanation)[0]).toBe('passed');
});

it('runScenario fails if it cannot fire an event', async () => {
  const run = startScenario(scenarioOf(fireLog), async () =>
    Promise.reject(new Error('No page has a telemetry SDK yet.')),
  );
  expect((await run.explanation).at(-1)).toBe('  No page has a telemetry SDK yet.');
  expect(run.pendingCount()).toBe(0);
});

it('runScenario fails if the fired event is not captured', async () => {
  const run = startScenario(scenarioOf(fireLog), async () => undefined);
  await Promise.resolve();
  run.advance(10_000);
  expect((await run.explanation).at(-1)).toBe('  LOG was fired, but not captured within 10 s.');
});

it('readScenario reads a scenario that the panel exported, and rejects other values with an error message', () => {
  expect(readScenario(scenarioOf())).toMatchObject({ ok: true });
  expect(readScenario({ steps: [] })).toEqual({
    ok: false,
    failure: 'Not a scenario: “format” isn’t “telemetry-v3-scenario”.',
  });
  expect(readScenario([scenarioOf(), scenarioOf()])).toEqual({ ok: false, failure: 'Not a single scenario.' });
});

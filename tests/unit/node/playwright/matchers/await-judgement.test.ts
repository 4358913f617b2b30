import { expect, it } from 'vitest';
import { awaitJudgement, type FinalJudgement } from '#node/playwright/matchers/await-judgement';
import { type ExpectedTimes, judgeEvent } from '#node/playwright/matchers/judge-event';
import { judgeNoInvalidEvents } from '#node/playwright/matchers/judge-events';
import type { Judge } from '#node/playwright/matchers/judgement';
import { compileValidPattern, createFakeSource, interactOf } from '#tests/fixtures/telemetry-source';

const play = (row: number) => interactOf(row, { id: 'play' });
const buttonJudge = (times?: ExpectedTimes) => judgeEvent(compileValidPattern({ edata: { id: 'play' } }), times);

/** Starts an expectation, which waits at most 5 s by default. */
function startExpectation(judge: Judge, { expectedPass = true, timeoutMs = 5_000 } = {}) {
  const fake = createFakeSource();
  let outcome: FinalJudgement | null = null;
  const ended = awaitJudgement(fake.source, judge, { expectedPass, timeoutMs, quietMs: 500, setTimer: fake.setTimer });
  void ended.then((found) => {
    outcome = found;
  });
  return {
    ...fake,
    /** The outcome of the expectation, or null while it waits. */
    async outcome() {
      await Promise.resolve();
      return outcome && { pass: outcome.pass, waitedMs: outcome.waitedMs, isTimedOut: outcome.isTimedOut };
    },
  };
}

it('awaitJudgement passes as soon as an expected event is captured', async () => {
  const run = startExpectation(buttonJudge());
  run.advance(1_200);
  expect(await run.outcome()).toBeNull();
  run.settle(false);
  run.add(play(1));
  run.advance(0);
  expect(await run.outcome()).toEqual({ pass: true, waitedMs: 1_200, isTimedOut: false });
  expect(run.pendingCount()).toBe(0);
});

it('awaitJudgement waits for an expected event until the timeout, even if telemetry is quiet', async () => {
  const run = startExpectation(buttonJudge());
  run.advance(4_999);
  expect(await run.outcome()).toBeNull();
  run.advance(1);
  expect(await run.outcome()).toEqual({ pass: false, waitedMs: 5_000, isTimedOut: false });
  expect(run.pendingCount()).toBe(0);
});

it('awaitJudgement decides on an expected absence once nothing has changed for the quiet time after its call', async () => {
  const run = startExpectation(buttonJudge(), { expectedPass: false });
  run.advance(499);
  expect(await run.outcome()).toBeNull();
  run.add(interactOf(1, { id: 'other' }));
  run.advance(499);
  expect(await run.outcome()).toBeNull();
  run.advance(1);
  expect(await run.outcome()).toEqual({ pass: false, waitedMs: 999, isTimedOut: false });
});

it('awaitJudgement does not treat telemetry as quiet while a call or a request is pending', async () => {
  const run = startExpectation(buttonJudge(), { expectedPass: false });
  run.settle(false);
  run.advance(3_000);
  expect(await run.outcome()).toBeNull();
  run.settle(true);
  run.advance(500);
  expect(await run.outcome()).toMatchObject({ pass: false, waitedMs: 3_500 });
});

it('awaitJudgement decides at the timeout if telemetry never becomes quiet', async () => {
  const run = startExpectation(buttonJudge(), { expectedPass: false });
  run.settle(false);
  run.advance(5_000);
  expect(await run.outcome()).toEqual({ pass: false, waitedMs: 5_000, isTimedOut: true });
});

it('awaitJudgement fails immediately when a forbidden event occurs', async () => {
  const run = startExpectation(buttonJudge(), { expectedPass: false });
  run.advance(100);
  run.add(play(1));
  run.advance(0);
  expect(await run.outcome()).toMatchObject({ pass: true, waitedMs: 100 });
});

it('awaitJudgement compares an exact number of events once telemetry is quiet', async () => {
  const run = startExpectation(buttonJudge(1));
  const tooMany = startExpectation(buttonJudge(1));
  run.add(play(1));
  tooMany.add(play(1), play(2));
  for (const { advance } of [run, tooMany]) advance(499);
  expect([await run.outcome(), await tooMany.outcome()]).toEqual([null, null]);
  for (const { advance } of [run, tooMany]) advance(1);
  expect(await run.outcome()).toMatchObject({ pass: true, waitedMs: 500 });
  expect(await tooMany.outcome()).toMatchObject({ pass: false, waitedMs: 500 });
});

it('awaitJudgement waits for further events while there are fewer than required', async () => {
  const run = startExpectation(buttonJudge({ min: 2, max: 3 }));
  run.add(play(1));
  run.advance(2_000);
  expect(await run.outcome()).toBeNull();
  run.add(play(2));
  run.advance(500);
  expect(await run.outcome()).toMatchObject({ pass: true, waitedMs: 2_500 });
});

it('awaitJudgement does not wait for quiet telemetry if only a minimum is required', async () => {
  const run = startExpectation(buttonJudge({ min: 2 }));
  run.add(play(1), play(2));
  run.advance(0);
  expect(await run.outcome()).toMatchObject({ pass: true, waitedMs: 0 });
});

it('awaitJudgement waits forever if the timeout is 0', async () => {
  const run = startExpectation(buttonJudge(), { timeoutMs: 0 });
  run.advance(1_000_000);
  expect(await run.outcome()).toBeNull();
  run.add(play(1));
  run.advance(0);
  expect(await run.outcome()).toMatchObject({ pass: true });
});

it('awaitJudgement sets no timer that is longer than the timers of Node', async () => {
  const fake = createFakeSource();
  const delays: number[] = [];
  const setTimer: typeof fake.setTimer = (milliseconds, task) => {
    delays.push(milliseconds);
    return fake.setTimer(milliseconds, task);
  };
  void awaitJudgement(fake.source, buttonJudge(), { expectedPass: true, timeoutMs: 2 ** 40, quietMs: 500, setTimer });
  fake.advance(500);
  expect(delays).toEqual([500, 2 ** 31 - 1]);
});

it.each([true, false])(
  'awaitJudgement waits until the timeout if no event was captured, with the expectedPass result %s',
  async (expectedPass) => {
    const run = startExpectation(judgeNoInvalidEvents(), { expectedPass });
    run.advance(4_999);
    expect(await run.outcome()).toBeNull();
    run.advance(1);
    expect(await run.outcome()).toMatchObject({ waitedMs: 5_000 });
  },
);

it('awaitJudgement decides once an event was captured and telemetry is quiet', async () => {
  const run = startExpectation(judgeNoInvalidEvents());
  run.advance(3_000);
  run.add(play(1));
  run.advance(500);
  expect(await run.outcome()).toMatchObject({ pass: true, waitedMs: 3_500 });
});

it('awaitJudgement rejects and stops waiting if the judge throws at a later event', async () => {
  const fake = createFakeSource();
  const judge: Judge = (records) => {
    if (records.length > 0) throw new Error('broken matcher');
    return buttonJudge()(records);
  };
  const { source, setTimer } = fake;
  const ended = awaitJudgement(source, judge, { expectedPass: true, timeoutMs: 5_000, quietMs: 500, setTimer });
  const rejection = expect(ended).rejects.toThrow('broken matcher');
  fake.add(play(1));
  expect(() => fake.advance(0)).not.toThrow();
  await rejection;
  expect(fake.pendingCount()).toBe(0);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PatternSource } from '#core/patterns/pattern';
import { createBackgroundPatterns } from '#panel/schemas/background-patterns';
import type { PatternTests, StartPatternThread } from '#panel/schemas/pattern-thread';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';

const lookahead: PatternSource = { source: '^(?!test)', flags: 'u' };
const exploding: PatternSource = { source: '^(a+)+\\1$', flags: 'u' };

/** Creates patterns whose simulated threads the test controls. */
function openPatterns(start?: StartPatternThread) {
  const fakeScheduler = createFakeScheduler();
  const threads: {
    readonly requestedTests: PatternTests[];
    isEnded: boolean;
    readonly listener: Parameters<StartPatternThread>[0];
  }[] = [];
  const startThread: StartPatternThread = (listener) => {
    const thread = { requestedTests: [] as PatternTests[], isEnded: false, listener };
    threads.push(thread);
    return {
      test: (tests) => void thread.requestedTests.push(tests),
      end: () => {
        thread.isEnded = true;
      },
    };
  };
  const patterns = createBackgroundPatterns({
    loadThreads: async () => start ?? startThread,
    scheduler: fakeScheduler.scheduler,
  });
  let notified = 0;
  patterns.onOutcomes(() => {
    notified += 1;
  });
  /** Loads the code of threads, and reports that the newest thread is ready. */
  const begin = async () => {
    fakeScheduler.runTasks();
    await Promise.resolve();
    await Promise.resolve();
    threads.at(-1)?.listener.onReady();
  };
  /** Responds to the last request of the newest thread, for its first texts up to `count`. */
  const respond = (count = Number.POSITIVE_INFINITY) => {
    const thread = threads.at(-1);
    const tests = thread?.requestedTests.at(-1);
    if (thread === undefined || tests === undefined) throw new Error('No test was requested.');
    const regExp = new RegExp(tests.pattern.source, tests.pattern.flags);
    thread.listener.onOutcomes({ outcomes: tests.texts.slice(0, count).map((text) => regExp.test(text)) });
  };
  return { patterns, fakeScheduler, threads, begin, respond, notified: () => notified };
}

it('a text is pending until the worker thread has tested it, and has a result after that', async () => {
  const { patterns, threads, begin, respond, notified } = openPatterns();
  expect([patterns.test(lookahead, 'test-1'), patterns.test(lookahead, 'next')]).toEqual(['pending', 'pending']);
  expect(patterns.test(lookahead, 'next')).toBe('pending');
  expect(patterns.pendingTests()).toBe(3);
  await begin();
  expect(threads[0]?.requestedTests).toMatchObject([{ pattern: lookahead, texts: ['test-1', 'next'] }]);
  respond();
  expect(notified()).toBe(1);
  expect([patterns.test(lookahead, 'test-1'), patterns.test(lookahead, 'next')]).toEqual([false, true]);
  expect(patterns.pendingTests()).toBe(3);
});

it('a test that the worker thread did not complete is requested again after the tests of other patterns', async () => {
  const { patterns, threads, begin, respond } = openPatterns();
  for (const text of ['a', 'b', 'c']) patterns.test(lookahead, text);
  patterns.test(exploding, 'aa');
  await begin();
  respond(1);
  expect(threads[0]?.requestedTests.at(-1)).toMatchObject({ pattern: exploding, texts: ['aa'] });
  respond();
  expect(threads[0]?.requestedTests.at(-1)).toMatchObject({ pattern: lookahead, texts: ['b', 'c'] });
});

it('a pattern that takes more than 2 s terminates its thread and is not run again, and the next thread tests the other patterns', async () => {
  const { patterns, fakeScheduler, threads, begin, respond } = openPatterns();
  patterns.test(exploding, `${'a'.repeat(50)}!`);
  patterns.test(exploding, 'aa');
  patterns.test(lookahead, 'next');
  await begin();
  fakeScheduler.advance(2_000);
  expect(threads[0]?.isEnded).toBe(false);
  fakeScheduler.advance(1_000);
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(patterns.test(exploding, 'aa')).toBe('too-slow');
  threads[0]?.listener.onOutcomes({ outcomes: [true, true] });
  threads[1]?.listener.onReady();
  expect(threads[1]?.requestedTests).toMatchObject([{ pattern: lookahead, texts: ['next'] }]);
  respond();
  expect(patterns.test(lookahead, 'next')).toBe(true);
});

it('results that wait for other work of the panel do not terminate the thread', async () => {
  const { patterns, fakeScheduler, threads, begin, respond } = openPatterns();
  patterns.test(lookahead, 'next');
  await begin();
  fakeScheduler.advance(2_300);
  respond();
  fakeScheduler.advance(10_000);
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([false]);
});

it('a pattern that the regular expression engine rejects is not run again', async () => {
  const { patterns, threads, begin } = openPatterns();
  patterns.test(lookahead, 'next');
  await begin();
  threads[0]?.listener.onOutcomes({ outcomes: [], hasFailed: true });
  expect(patterns.test(lookahead, 'other')).toBe('too-slow');
});

it('patterns are unavailable if no thread can be started, or none becomes ready', async () => {
  const blocked = openPatterns(() => {
    throw new DOMException('', 'SecurityError');
  });
  blocked.patterns.test(lookahead, 'next');
  await blocked.begin();
  expect(blocked.patterns.test(lookahead, 'next')).toBe('unavailable');
  expect(blocked.notified()).toBe(1);

  const silent = openPatterns();
  silent.patterns.test(lookahead, 'next');
  silent.fakeScheduler.runTasks();
  await Promise.resolve();
  await Promise.resolve();
  silent.fakeScheduler.advance(60_000);
  expect(silent.patterns.test(lookahead, 'next')).toBe('unavailable');
});

it('a pattern whose thread fails during its test is not run again', async () => {
  const { patterns, threads, begin } = openPatterns();
  patterns.test(lookahead, 'next');
  await begin();
  threads[0]?.listener.onFailure();
  expect(patterns.test(lookahead, 'next')).toBe('too-slow');
});

it('the stored and pending texts are limited in their total length', async () => {
  const { patterns, threads, begin, respond } = openPatterns();
  const longText = (index: number) => `${index} ${'x'.repeat(1_000_000)}`;
  for (let index = 0; index < 12; index += 1) expect(patterns.test(lookahead, longText(index))).toBe('pending');
  await begin();
  expect(threads[0]?.requestedTests[0]?.texts.length).toBeLessThan(9);
  respond();
  // A row whose text was not admitted requests it again.
  expect(patterns.test(lookahead, longText(11))).toBe('pending');
});

it('the worker’s code does not import the code that starts workers', () => {
  const imports = readFileSync('lib/panel/schemas/pattern-worker.ts', 'utf8').match(/^import .*$/gm) ?? [];
  expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
});

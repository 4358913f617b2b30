import { expect, it } from 'vitest';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import { createCollectedPages } from '#core/collector/collected-pages';
import { createDefaultJudge } from '#core/stream/default-judge';
import { noJudge } from '#core/stream/no-judge';
import { createRecording, resumeRecording } from '#node/collector/batch-recording';
import { batchOf, createReceivedBatch, touch } from '../../core/collector/received-batch';

/** Creates timers that run in the order of their delays. */
function createTimers() {
  const timers = new Map<() => void, number>();
  const setTimer = (milliseconds: number, task: () => void) => {
    timers.set(task, milliseconds);
    return () => void timers.delete(task);
  };
  const runAll = async (): Promise<void> => {
    while (timers.size > 0) {
      const [[task] = []] = [...timers].sort(([, one], [, other]) => one - other);
      if (task) timers.delete(task);
      task?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { setTimer, runAll };
}

it('a recording has the response to a request that its page never reports', async () => {
  const { setTimer, runAll } = createTimers();
  const events = createCollectedEvents(noJudge);
  const lines: string[] = [];
  const appendText = async (_: string, text: string) => void lines.push(...text.trim().split('\n'));
  const recording = createRecording('r.ndjson', { appendText, exists: () => false, setTimer, onFailure: () => {} });
  const add: CollectedEvents['add'] = (batch) => {
    const endings = [recording.add(batch), events.add(batch)];
    return (end) => {
      for (const reportEnd of endings) reportEnd(end);
    };
  };
  const pages = createCollectedPages({ ...events, add }, { setTimer, now: () => 0, random: () => 0, upstream: null });
  const page = 'http://localhost:4330/lesson';
  const { source, ...batch } = createReceivedBatch(batchOf(touch('a')), { page });
  const text = JSON.stringify([{ type: 'sdk', at: 1, sdk: 0, global: '$t', generation: '1.x' }]);
  pages.receive(JSON.stringify({ documentKey: 'one', url: page, title: '', isTop: true, first: 1, text }), source);
  pages.add({ ...batch, source });
  await runAll();
  expect(await recording.flush()).toBeNull();
  expect(lines.map((line) => JSON.parse(line).end)).toEqual([batch.end]);
});

it.each([
  ['has', 9_000, 'responded'],
  ['lacks', 11_000, 'open'],
])('a recording %s the response of an upstream after %i ms', async (_, milliseconds, status) => {
  const { setTimer, runAll } = createTimers();
  const lines: string[] = [];
  const appendText = async (_file: string, text: string) => void lines.push(...text.trim().split('\n'));
  const recording = createRecording('r.ndjson', { appendText, exists: () => false, setTimer, onFailure: () => {} });
  const batch = createReceivedBatch(batchOf(touch('a')));
  const end = recording.add({ ...batch, end: { status: 'open' } });
  setTimer(milliseconds, () => end(batch.end));
  await runAll();
  expect(await recording.flush()).toBeNull();
  expect(lines.map((line) => JSON.parse(line).end.status)).toEqual([status]);
});

it('a restored event whose token was redacted has the same findings as before', async () => {
  const receivedEvents = createCollectedEvents(createDefaultJudge());
  let text = '';
  const appendText = async (_file: string, lines: string) => {
    text += lines;
  };
  const deps = { appendText, exists: () => false, setTimer: createTimers().setTimer, onFailure: () => {} };
  const recording = createRecording('r.ndjson', deps);
  const tags = ['Bearer abcdefghijklmnop123456'];
  const batch = createReceivedBatch(batchOf(touch('a'), touch('b', { tags }), touch('c', { tags, password: tags[0] })));
  recording.add(batch);
  receivedEvents.add(batch);
  expect(await recording.flush()).toBeNull();
  expect(text).not.toContain('abcdefghijklmnop123456');
  const restoredEvents = createCollectedEvents(createDefaultJudge());
  await resumeRecording(
    (async function* () {
      yield new TextEncoder().encode(text);
    })(),
    restoredEvents,
  );
  const findings = (events: CollectedEvents) => [...events.all()].map(({ record }) => record.findings);
  expect(findings(restoredEvents)).toEqual(findings(receivedEvents));
  expect(findings(restoredEvents)).toMatchObject([
    [],
    [{ code: 'secret' }],
    [{ path: ['tags', 0] }, { path: ['password'] }],
  ]);
});

it('a recording that was merged from files with byte order marks is restored entirely', async () => {
  const line = (id: string) => `\ufeff${JSON.stringify({ receivedAt: 1, body: batchOf(touch(id)) })}\n`;
  const chunks = async function* () {
    yield new TextEncoder().encode(`${line('a')}${line('b')}`);
  };
  const events = createCollectedEvents(noJudge);
  expect(await resumeRecording(chunks(), events)).toEqual({ requests: 2, skipped: 0 });
  expect([...events.all()].map(({ record }) => record.event?.json)).toMatchObject([touch('a'), touch('b')]);
});

const TIMEOUT_MS = 10_000;

it(
  'a recording with a long line is read in time proportional to its length',
  async () => {
    const line = { receivedAt: 1, body: batchOf(touch('a'.repeat(8_000_000))) };
    const bytes = new TextEncoder().encode(`{"receivedAt":17\n${JSON.stringify(line)}\n`);
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += 1_000) {
        yield bytes.subarray(at, at + 1_000);
        // Lets the timer of the test’s timeout run.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const events: unknown[] = [];
    const add: CollectedEvents['add'] = ({ body }) => {
      events.push(...body.events);
      return () => {};
    };
    const resumed = await resumeRecording(chunks(), { add, addRejected: () => {} });
    expect([resumed, events.length]).toEqual([{ requests: 1, skipped: 1 }, 1]);
  },
  TIMEOUT_MS,
);

import { expect, it } from 'vitest';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import { createCollectedPages } from '#core/collector/collected-pages';
import { noJudge } from '#core/stream/no-judge';
import { createRecording, resumeRecording } from '#node/collector/batch-recording';
import { batchOf, receivedBatch, touch } from '../../core/collector/received-batch';

/** Timers that end in the order of their times. */
function createTimers() {
  const timers = new Map<() => void, number>();
  const after = (milliseconds: number, task: () => void) => {
    timers.set(task, milliseconds);
    return () => void timers.delete(task);
  };
  const endAll = async (): Promise<void> => {
    while (timers.size > 0) {
      const [[task] = []] = [...timers].sort(([, one], [, other]) => one - other);
      if (task) timers.delete(task);
      task?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { after, endAll };
}

it('a recording has the response to a request that its page never reports', async () => {
  const { after, endAll } = createTimers();
  const events = createCollectedEvents(noJudge);
  const lines: string[] = [];
  const appendText = async (_: string, text: string) => void lines.push(...text.trim().split('\n'));
  const recording = createRecording('r.ndjson', { appendText, exists: () => false, after, onFailure: () => {} });
  const add: CollectedEvents['add'] = (batch) => {
    const [record, end] = [recording.add(batch), events.add(batch)];
    return (ended) => {
      record(ended);
      end(ended);
    };
  };
  const pages = createCollectedPages({ ...events, add }, { after, now: () => 0, random: () => 0, upstream: null });
  const page = 'http://localhost:4330/lesson';
  const { source, ...batch } = receivedBatch(batchOf(touch('a')), { page });
  const text = JSON.stringify([{ type: 'sdk', at: 1, sdk: 0, global: '$t', generation: '1.x' }]);
  pages.receive(JSON.stringify({ documentKey: 'one', url: page, title: '', isTop: true, first: 1, text }), source);
  pages.add({ ...batch, source });
  await endAll();
  expect(await recording.flush()).toBeNull();
  expect(lines.map((line) => JSON.parse(line).end)).toEqual([batch.end]);
});

const MAX_MS = 10_000;

it(
  'a recording with a long line is read in time proportional to its length',
  async () => {
    const line = { receivedAt: 1, body: batchOf(touch('a'.repeat(8_000_000))) };
    const bytes = new TextEncoder().encode(`{"receivedAt":17\n${JSON.stringify(line)}\n`);
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += 1_000) {
        yield bytes.subarray(at, at + 1_000);
        // Lets the test time out.
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
  MAX_MS,
);

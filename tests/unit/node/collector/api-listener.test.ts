import { expect, it, onTestFinished } from 'vitest';
import { createCollectedEvents } from '#core/collector/collected-events';
import { createApiListener } from '#node/collector/api/api-listener';
import { startServer } from '#node/collector/local-server';
import { setTimer } from '#node/timers';
import { createSlowTimeSliceDeps } from '#tests/fixtures/slow-time-slices';
import { batchOf, createReceivedBatch, touch } from '../../core/collector/received-batch';
import { createTestItems } from './start-collector';

/** Starts the REST interface at a free port. It calls `onYield` whenever it lets other tasks run. */
async function startApi(onYield = (): void => {}) {
  const { judge, toItem } = createTestItems();
  const events = createCollectedEvents(judge.judge);
  const { clock, yieldTask } = createSlowTimeSliceDeps();
  const listener = createApiListener({
    ...{ events, judge, toItem, setTimer, clock, pages: null, upstream: null, token: null },
    now: () => 0,
    yieldTask() {
      onYield();
      return yieldTask();
    },
    allowedHosts: new Set<string>(),
    collectorUrls: ['http://127.0.0.1:4330'],
    findPageFile: async () => null,
  });
  const started = await startServer({ listener }, '127.0.0.1', 0);
  if (!started.ok) throw new Error(started.failure);
  onTestFinished(() => started.value.stop());
  const getJson = async (path: string) => (await fetch(`http://127.0.0.1:${started.value.port}${path}`)).json();
  return { events, getJson };
}

const touches = (name: string, count: number) =>
  createReceivedBatch(batchOf(...Array.from({ length: count }, (_, index) => touch(`${name}${index}`))));

it.each([
  ['lists', 'events', ({ events }: { events: readonly unknown[] }) => events.length],
  ['counts', 'counts', ({ events }: { events: number }) => events],
] as const)(
  'an event that arrives while the REST interface %s earlier events is in the next response, which continues after “last”',
  async (_, path, countOf) => {
    let yields = 0;
    const { events, getJson } = await startApi(() => {
      yields += 1;
      if (yields === 2 || yields === 5) events.add(touches(`late${yields}-`, 1));
    });
    events.add(touches('early', 12));
    const first = await getJson(`/api/${path}`);
    const second = await getJson(`/api/${path}?after=${first.last}`);
    expect(yields).toBeGreaterThan(5);
    expect([countOf(first), countOf(second as never)]).toEqual([12, 2]);
  },
);

it('the REST interface counts events whose names are those of JavaScript’s own properties', async () => {
  const { events, getJson } = await startApi();
  const names = ['constructor', '__proto__', 'toString', 'toString'];
  events.add(createReceivedBatch(batchOf(...names.map((eid, index) => touch(`${index}`, { eid })))));
  const { kinds } = await getJson('/api/counts');
  expect(Object.entries(kinds)).toEqual([
    ['constructor', 1],
    ['__proto__', 1],
    ['toString', 2],
  ]);
});

it('the REST interface shows no token of the page that sent an event', async () => {
  const { events, getJson } = await startApi();
  const page = 'https://learn.example/home?access_token=hunter2-hunter2&tab=1';
  events.add(createReceivedBatch(batchOf(touch('a')), { page, run: 'worker-1' }));
  for (const path of ['/api/events', '/api/wait', '/api/wait?filter=edata.id:b&timeout=1ms']) {
    const text = JSON.stringify(await getJson(path));
    expect(text).toContain('"run":"worker-1"');
    expect(text).toMatch(/"page":"https:..learn.example.home\?access_token=•••&tab=1"/);
  }
});

it('the REST interface sends a long response without a warning of Node.js', async () => {
  const { events, getJson } = await startApi();
  const page = `https://learn.example/${'x'.repeat(900)}`;
  const ids = Array.from({ length: 400 }, (_, index) => `${'x'.repeat(2_000)}${index}`);
  events.add(createReceivedBatch(batchOf(...ids.map((id) => touch(id))), { page }));
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const { records } = await getJson('/api/changes');
  await new Promise((resolve) => setImmediate(resolve));
  expect([records.length, warnings]).toEqual([400, []]);
});

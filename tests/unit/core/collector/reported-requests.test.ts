import { expect, it } from 'vitest';
import { createCollectedEvents } from '#core/collector/collected-events';
import { createCollectedPages } from '#core/collector/collected-pages';
import { createReportedRequests } from '#core/collector/reported-requests';
import { journeyState } from '#core/journey/journey-state';
import { noJudge } from '#core/stream/no-judge';
import { batchOf, createReceivedBatch, touch } from './received-batch';

const PAGE = 'http://localhost:4330/lesson';
const COLLECTOR_URL = 'http://localhost:4330/v1/telemetry';

/** Creates the pages of a collector, whose timers run only when the test calls `runTimers`. */
function startPages() {
  const events = createCollectedEvents(noJudge);
  const timers = new Set<() => void>();
  const pages = createCollectedPages(events, {
    now: () => 1_763_620_200_500,
    setTimer(_, task) {
      timers.add(task);
      return () => void timers.delete(task);
    },
    random: () => 0,
    upstream: null,
  });
  const source = createReceivedBatch(batchOf(touch('a')), { page: PAGE }).source;
  let first = 1;
  const report = (...observations: readonly object[]): void => {
    const text = JSON.stringify(observations.map((observation) => ({ at: 1_763_620_200_400, ...observation })));
    pages.receive(JSON.stringify({ documentKey: 'one', url: PAGE, title: '', isTop: true, first, text }), source);
    first += 1;
  };
  report({ type: 'sdk', sdk: 0, global: '$t', generation: '1.x' });
  return {
    events,
    pages,
    report,
    receive: (page = PAGE) => pages.add({ ...createReceivedBatch(batchOf(touch('a')), { page }), url: COLLECTOR_URL }),
    runTimers() {
      for (const timer of [...timers]) timer();
    },
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
    rows: () =>
      [...events.all()].map(({ record }) => [journeyState(record), record.call !== null, record.requests.length]),
  };
}

const called = {
  type: 'called',
  callId: 'c-1',
  method: 'interact',
  sdk: 0,
  firedBy: null,
  batchSize: 1,
  hasDid: true,
  hasDispatcher: true,
  args: [{ type: 'TOUCH', id: 'a', pageid: 'home' }],
  truncations: [],
};
const sending = {
  type: 'sending',
  requestId: 'r-1',
  transport: 'fetch',
  method: 'POST',
  url: COLLECTOR_URL,
  encoding: 'text',
  body: JSON.stringify(batchOf(touch('a'))),
};
const returned = { type: 'returned', callId: 'c-1', settled: true };
const JOINED = [['accepted', true, 1]];

it('a request is joined with its call if the collector receives it before the page reports it', async () => {
  const { receive, report, rows, settle } = startPages();
  receive();
  report(called, sending, returned);
  await settle();
  expect(rows()).toEqual(JOINED);
});

it('a request is joined with its call if the collector receives it after the page reports it', async () => {
  const { receive, report, rows, settle } = startPages();
  report(called, sending, returned);
  receive();
  await settle();
  expect(rows()).toEqual(JOINED);
});

it.each([
  ['before', -1],
  ['after', 1],
])('a request is listed once if the clock of its page is an hour %s that of the collector', async (_, sign) => {
  for (const isReportedFirst of [true, false]) {
    const { receive, report, rows, settle } = startPages();
    const at = 1_763_620_200_400 + sign * 3_600_000;
    const reports = [called, sending, returned].map((observation) => ({ ...observation, at }));
    if (isReportedFirst) report(...reports);
    receive();
    if (!isReportedFirst) report(...reports);
    await settle();
    expect(rows()).toEqual(JOINED);
  }
});

it('a request that its page never reports is listed after a second, or when the collector stops', async () => {
  for (const cause of ['timeout', 'stop'] as const) {
    const { runTimers, pages, receive, rows, settle } = startPages();
    receive();
    await settle();
    expect(rows()).toEqual([]);
    if (cause === 'timeout') runTimers();
    else await pages.release();
    await settle();
    expect(rows()).toEqual([['accepted', false, 1]]);
  }
});

it('a request of an app without a page is listed immediately', () => {
  const { receive, rows } = startPages();
  receive('');
  expect(rows()).toEqual([['accepted', false, 1]]);
});

it('the newest 20 reports of identical requests wait for the received requests, for less than 10 seconds', async () => {
  let now = 0;
  const setTimer = (_: number, task: () => void) => {
    queueMicrotask(task);
    return () => {};
  };
  const requests = createReportedRequests({ now: () => now, setTimer });
  const request = { url: COLLECTOR_URL, bodyKey: 'b' };
  for (let at = 1; at <= 1_000; at += 1) requests.add({ ...request, at });
  expect(await requests.wait(request)).toBe(981);
  expect(await requests.wait(request)).toBe(982);
  now = 10_000;
  requests.add({ ...request, at: 1_001 });
  expect(await requests.wait(request)).toBe(1_001);
  expect(await requests.wait(request)).toBeNull();
});

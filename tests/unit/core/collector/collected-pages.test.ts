import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createCollectedEvents } from '#core/collector/collected-events';
import { createCollectedPages } from '#core/collector/collected-pages';
import { createDefaultJudge } from '#core/stream/default-judge';
import { REPORTS_DELIMITER } from '#core/wire/report-limits';
import { eventOf } from '../telemetry/sample-events';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const SOURCE = { run: '', address: '127.0.0.1', page: '', userAgent: '', stamped: {} };

function startPages() {
  const events = createCollectedEvents(createDefaultJudge());
  const timers = new Set<() => void>();
  let time = 1_763_620_200_500;
  const setTimer = (_: number, task: () => void) => {
    timers.add(task);
    return () => void timers.delete(task);
  };
  const pages = createCollectedPages(events, { now: () => time, setTimer, random: () => 0.5, upstream: null });
  const deliver = (documentKey: string, first: number, ...reports: readonly object[]) => {
    const text = reports.map((report) => JSON.stringify(report)).join(REPORTS_DELIMITER);
    const url = 'http://127.0.0.1:4330/home';
    pages.receive(JSON.stringify({ documentKey, url, title: '', isTop: true, first, text }), SOURCE);
  };
  return {
    events,
    deliver,
    /** Advances the time by 900 ms, and runs all timers. */
    runTimers() {
      time += 900;
      const due = [...timers];
      timers.clear();
      for (const task of due) task();
    },
  };
}

const emitted = (id: string) => ({
  type: 'emitted',
  at: 2,
  callId: null,
  truncations: [],
  event: eventOf('interact', { type: 'TOUCH', id, pageid: 'home' }, { mid: id }),
});
const unloaded = { type: 'pagehide', at: 3, persisted: false };

it('a collector frees the memory of unloaded documents once their events are cleared', () => {
  const { events, deliver, runTimers } = startPages();
  const measureHeapAfterPages = (first: number, count: number) => {
    for (let index = first; index < first + count; index += 1) {
      deliver(`page-${index}`, 1, emitted(`${index}`), unloaded);
    }
    runTimers();
    events.clear();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = measureHeapAfterPages(0, 1_000);
  const bytesPerPage = (measureHeapAfterPages(1_000, 3_000) - before) / 3_000;
  expect(bytesPerPage).toBeLessThan(1_500);
});

it('a collector ignores late reports of an unloaded page whose events were cleared', () => {
  const { events, deliver, runTimers } = startPages();
  deliver('page', 1, emitted('a'), unloaded);
  runTimers();
  events.clear();
  deliver('page', 1, emitted('a'), unloaded);
  expect([...events.all()]).toEqual([]);
});

it('a collector adds only the new events of an open page after a clear', () => {
  const { events, deliver } = startPages();
  deliver('page', 1, emitted('a'));
  events.clear();
  deliver('page', 1, emitted('a'), emitted('b'));
  expect([...events.all()].map(({ record }) => record.event?.json)).toMatchObject([{ edata: { id: 'b' } }]);
});

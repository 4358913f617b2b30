import { expect, it } from 'vitest';
import { setTestPending } from '#core/stream/judged-view';
import { createWaitingRows } from '#core/stream/waiting-rows';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf } from '#tests/fixtures/records';

/** Creates a list whose rows all wait. Judging a batch takes `batchMs`. */
function createList(count: number, { batchMs = 10, visibleRows = [] as readonly number[] } = {}) {
  const fake = createFakeScheduler();
  const records = Array.from({ length: count }, (_, index) => recordOf(index + 1));
  for (const { observed } of records) setTestPending(observed, true);
  const judgedBatches: number[][] = [];
  const showCalls: boolean[] = [];
  const waiting = createWaitingRows({
    scheduler: fake.scheduler,
    all: () => records,
    rejudge(rows) {
      judgedBatches.push([...rows]);
      for (const { row, observed } of records) if (rows.includes(row)) setTestPending(observed, false);
      fake.spend(batchMs);
    },
    rowsOnScreen: () => visibleRows,
    show: (isDone) => showCalls.push(isDone),
  });
  return { fake, records, judgedBatches, showCalls, waiting };
}

it('visible rows are judged first, then the newest', () => {
  const { judgedBatches, waiting } = createList(5, { visibleRows: [2, 3] });
  waiting.judge();
  expect(judgedBatches).toEqual([
    [2, 3],
    [5, 4, 1],
  ]);
});

it('waiting rows are judged in batches during idle time, and rendered once at the end', () => {
  const { judgedBatches, showCalls, waiting, fake } = createList(120);
  waiting.judge();
  expect([judgedBatches.length, showCalls]).toEqual([1, [false]]);
  fake.runIdle();
  fake.runIdle();
  expect(judgedBatches.map((rows) => rows.length)).toEqual([50, 50, 20]);
  expect(showCalls).toEqual([false, false, true]);
  expect(fake.pendingCount()).toBe(0);
});

it('batches are judged immediately if they take no time', () => {
  const { judgedBatches, showCalls, waiting } = createList(120, { batchMs: 0 });
  waiting.judge();
  expect([judgedBatches.length, showCalls]).toEqual([3, [true]]);
});

it('judging stops after a cancel, and the next call continues with the newest row that still waits', () => {
  const { judgedBatches, waiting, fake } = createList(120);
  waiting.judge();
  waiting.cancel();
  fake.runIdle();
  expect(judgedBatches).toHaveLength(1);
  waiting.judge();
  expect(judgedBatches[1]?.[0]).toBe(70);
});

it('rows that are not waiting, or whose long values are stored, are not judged', () => {
  const { records, judgedBatches, showCalls, waiting } = createList(2);
  const [first, second] = records;
  if (first) setTestPending(first.observed, false);
  if (second) Object.assign(second.observed, { longValues: 'stored' });
  waiting.judge();
  expect([judgedBatches, showCalls]).toEqual([[], []]);
});

import { expect, it } from 'vitest';
import { createCollectedEvents } from '#core/collector/collected-events';
import { noPolicy } from '#core/report/finding-policy';
import { findNearest, readEventQuery } from '#node/collector/api/event-query';
import { reportEvents, sessionsToJson } from '#node/collector/collected-item';
import { createSlowTimeSliceDeps } from '#tests/fixtures/slow-time-slices';
import { batchOf, createReceivedBatch, invalidTouch } from '../../core/collector/received-batch';
import { createTestItems } from './start-collector';

const { judge, toItem } = createTestItems();
const collected = createCollectedEvents(judge.judge);
collected.add(createReceivedBatch(batchOf(...Array.from({ length: 20 }, (_, id) => invalidTouch(`${id}`)))));
const events = [...collected.all()];

/** Returns how often other tasks ran until the work was done. */
async function countOtherTasks(work: Promise<unknown>): Promise<number> {
  let taskCount = 0;
  let isDone = false;
  const count = () => {
    taskCount += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isDone = true;
  return taskCount;
}

it('creating a report of many events yields to other requests', async () => {
  const deps = { toItem, judge, now: () => 0, ...createSlowTimeSliceDeps() };
  expect(await countOtherTasks(reportEvents(events, deps))).toBeGreaterThan(3);
  expect((await reportEvents(events, deps)).totals.items).toBe(20);
});

it('summarizing user sessions of many events yields to other requests', async () => {
  expect(await countOtherTasks(sessionsToJson(events, noPolicy, createSlowTimeSliceDeps()))).toBeGreaterThan(3);
});

it('searching for the nearest of many events yields to other requests', async () => {
  const query = readEventQuery(new URLSearchParams({ filter: 'edata.id:7 kind:log' }));
  if (!query.ok) throw new Error(query.failure);
  const nearest = findNearest(events, query.value, createSlowTimeSliceDeps());
  expect(await countOtherTasks(nearest)).toBeGreaterThan(3);
  expect((await nearest)?.unmetTerms).toEqual(['kind:log']);
});

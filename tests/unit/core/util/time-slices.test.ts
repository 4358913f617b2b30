import { expect, it } from 'vitest';
import { createTimeSliceDeps, forEachInSlices } from '#core/util/time-slices';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { slowTimeSlices } from './slow-time-slices';

it('a long list is iterated in order, and other tasks run in between', async () => {
  const seen: (number | string)[] = [];
  setImmediate(() => seen.push('another'));
  await forEachInSlices([1, 2, 3, 4, 5, 6, 7], (item) => void seen.push(item), slowTimeSlices());
  expect(seen.filter((item) => item !== 'another')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(seen.indexOf('another')).toBeLessThan(seen.indexOf(7));
});

it('a short list is iterated synchronously', () => {
  const seen: number[] = [];
  void forEachInSlices([1, 2], (item) => void seen.push(item), slowTimeSlices());
  expect(seen).toEqual([1, 2]);
});

it('items that are added during the iteration are not visited', async () => {
  const items = new Set([1, 2, 3]);
  await forEachInSlices(items, (item) => void items.add(item + 10), slowTimeSlices());
  expect([...items]).toEqual([1, 2, 3, 11, 12, 13]);
});

it('an error ends the iteration', async () => {
  const fail = () => {
    throw new Error('no');
  };
  await expect(forEachInSlices([1], fail, slowTimeSlices())).rejects.toThrow('no');
});

it('createTimeSliceDeps yields to the next task, and uses the clock of the scheduler', async () => {
  const { scheduler, advance, runTasks } = createFakeScheduler();
  const { clock, yieldTask } = createTimeSliceDeps(scheduler);
  advance(7);
  expect(clock()).toBe(7);
  let isRested = false;
  const resting = yieldTask().then(() => {
    isRested = true;
  });
  await Promise.resolve();
  expect(isRested).toBe(false);
  runTasks();
  await resting;
  expect(isRested).toBe(true);
});

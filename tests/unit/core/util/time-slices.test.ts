import { expect, it } from 'vitest';
import { createTimeSliceDeps, forEachInSlices } from '#core/util/time-slices';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { createSlowTimeSliceDeps } from '#tests/fixtures/slow-time-slices';

it('a long list is iterated in order, and other tasks run in between', async () => {
  const order: (number | string)[] = [];
  setImmediate(() => order.push('other task'));
  await forEachInSlices([1, 2, 3, 4, 5, 6, 7], (item) => void order.push(item), createSlowTimeSliceDeps());
  expect(order.filter((item) => item !== 'other task')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(order.indexOf('other task')).toBeLessThan(order.indexOf(7));
});

it('a short list is iterated synchronously', () => {
  const visited: number[] = [];
  void forEachInSlices([1, 2], (item) => void visited.push(item), createSlowTimeSliceDeps());
  expect(visited).toEqual([1, 2]);
});

it('items that are added during the iteration are not visited', async () => {
  const items = new Set([1, 2, 3]);
  await forEachInSlices(items, (item) => void items.add(item + 10), createSlowTimeSliceDeps());
  expect([...items]).toEqual([1, 2, 3, 11, 12, 13]);
});

it('an error ends the iteration', async () => {
  const fail = () => {
    throw new Error('no');
  };
  await expect(forEachInSlices([1], fail, createSlowTimeSliceDeps())).rejects.toThrow('no');
});

it('createTimeSliceDeps yields to the next task, and uses the clock of the scheduler', async () => {
  const { scheduler, advance, runTasks } = createFakeScheduler();
  const { clock, yieldTask } = createTimeSliceDeps(scheduler);
  advance(7);
  expect(clock()).toBe(7);
  let hasResumed = false;
  const resumption = yieldTask().then(() => {
    hasResumed = true;
  });
  await Promise.resolve();
  expect(hasResumed).toBe(false);
  runTasks();
  await resumption;
  expect(hasResumed).toBe(true);
});

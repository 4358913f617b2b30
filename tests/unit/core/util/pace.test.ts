import { expect, it } from 'vitest';
import { createPace, forEachAtPace } from '#core/util/pace';
import { createHandScheduler } from '#tests/fixtures/hand-scheduler';
import { slowPace } from './slow-pace';

it('a long list is iterated in order, and other tasks run in between', async () => {
  const seen: (number | string)[] = [];
  setImmediate(() => seen.push('another'));
  await forEachAtPace([1, 2, 3, 4, 5, 6, 7], (item) => void seen.push(item), slowPace());
  expect(seen.filter((item) => item !== 'another')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(seen.indexOf('another')).toBeLessThan(seen.indexOf(7));
});

it('a short list is iterated synchronously', () => {
  const seen: number[] = [];
  void forEachAtPace([1, 2], (item) => void seen.push(item), slowPace());
  expect(seen).toEqual([1, 2]);
});

it('items that are added during the iteration are not visited', async () => {
  const items = new Set([1, 2, 3]);
  await forEachAtPace(items, (item) => void items.add(item + 10), slowPace());
  expect([...items]).toEqual([1, 2, 3, 11, 12, 13]);
});

it('an error ends the iteration', async () => {
  const fail = () => {
    throw new Error('no');
  };
  await expect(forEachAtPace([1], fail, slowPace())).rejects.toThrow('no');
});

it('createPace yields to the next task, and uses the clock of the scheduler', async () => {
  const { scheduler, pass, runTasks } = createHandScheduler();
  const { clock, yieldTask } = createPace(scheduler);
  pass(7);
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

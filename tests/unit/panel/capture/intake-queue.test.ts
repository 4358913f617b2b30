import { expect, it } from 'vitest';
import { createIntakeQueue, MAX_QUEUED_CHARS, MAX_QUEUED_TASKS } from '#panel/capture/update-pipeline';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';

it('the intake queue runs tasks from before it was opened in order, and later tasks immediately', () => {
  const intake = createIntakeQueue(createFakeScheduler().scheduler);
  const completed: number[] = [];
  intake.enqueue(() => completed.push(1));
  intake.enqueue(() => completed.push(2));
  expect(completed).toEqual([]);
  intake.open();
  intake.enqueue(() => completed.push(3));
  expect(completed).toEqual([1, 2, 3]);
});

it('the intake queue runs a burst of tasks in time slices and in order, and a single task after that immediately', () => {
  const { scheduler, spend, runIdle } = createFakeScheduler();
  const intake = createIntakeQueue(scheduler);
  const completed: number[] = [];
  const enqueueTask = (number: number) =>
    intake.enqueue(() => {
      spend(5);
      completed.push(number);
    });
  intake.open();
  for (const number of [1, 2, 3, 4, 5]) enqueueTask(number);
  expect([completed, intake.isBusy()]).toEqual([[1, 2], true]);
  runIdle();
  enqueueTask(6);
  expect(completed).toEqual([1, 2, 3, 4]);
  runIdle();
  expect([completed, intake.isBusy()]).toEqual([[1, 2, 3, 4, 5, 6], false]);
  runIdle();
  enqueueTask(7);
  expect(completed.at(-1)).toBe(7);
});

it('the intake queue continues with the remaining tasks if some of them throw', () => {
  const { scheduler, spend, runIdle } = createFakeScheduler();
  const intake = createIntakeQueue(scheduler);
  const completed: number[] = [];
  intake.open();
  intake.enqueue(() => spend(8));
  intake.enqueue(() => {
    throw new Error('task failed');
  });
  intake.enqueue(() => completed.push(3));
  expect(runIdle).toThrow('task failed');
  runIdle();
  expect([completed, intake.isBusy()]).toEqual([[3], false]);
});

it('the intake queue runs tasks immediately if too many characters are queued, until half of them are processed', () => {
  const { scheduler, spend, runIdle } = createFakeScheduler();
  const intake = createIntakeQueue(scheduler);
  let completed = 0;
  const enqueueTask = (share: number) =>
    intake.enqueue(() => {
      spend(8);
      completed += 1;
    }, MAX_QUEUED_CHARS * share);
  intake.open();
  enqueueTask(0);
  for (let count = 0; count < 4; count += 1) enqueueTask(0.25);
  expect(completed).toBe(1);
  enqueueTask(0.25);
  expect([completed, intake.isBusy()]).toEqual([4, true]);
  for (let count = 0; count < 2; count += 1) enqueueTask(0.25);
  expect(completed).toBe(4);
  for (let count = 0; count < 4; count += 1) runIdle();
  expect([completed, intake.isBusy()]).toEqual([8, false]);
});

it('the intake queue drops and counts messages beyond its size limit before it is opened', () => {
  const intake = createIntakeQueue(createFakeScheduler().scheduler);
  const completed: number[] = [];
  intake.enqueue(() => completed.push(1), MAX_QUEUED_CHARS);
  intake.enqueue(() => completed.push(2), 1);
  expect(intake.open()).toBe(1);
  expect(completed).toEqual([1]);
});

it('the intake queue runs all its tasks when the panel closes', () => {
  const intake = createIntakeQueue(createFakeScheduler().scheduler);
  const completed: number[] = [];
  intake.enqueue(() => completed.push(1));
  intake.drain();
  expect(completed).toEqual([]);
  intake.open();
  intake.drain();
  expect(completed).toEqual([1]);
});

it('the intake queue limits its tasks before it is opened, and open returns the number of dropped tasks', () => {
  const intake = createIntakeQueue(createFakeScheduler().scheduler);
  const completed: number[] = [];
  for (let number = 0; number < MAX_QUEUED_TASKS + 3; number += 1) intake.enqueue(() => completed.push(number));
  expect(intake.open()).toBe(3);
  expect([completed.length, completed.at(-1)]).toEqual([MAX_QUEUED_TASKS, MAX_QUEUED_TASKS - 1]);
});

it('a closed intake queue runs no task', () => {
  const intake = createIntakeQueue(createFakeScheduler().scheduler);
  const completed: number[] = [];
  intake.enqueue(() => completed.push(1));
  intake.close();
  intake.enqueue(() => completed.push(2));
  intake.drain();
  expect([completed, intake.isBusy()]).toEqual([[], false]);
});

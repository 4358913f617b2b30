import { effect } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { createSequenceRunner } from '#panel/firing/sequence-runner';

it('jobs in sequence run one after the other, and report their progress', async () => {
  const runner = createSequenceRunner();
  const log: unknown[] = [];
  effect(() => {
    log.push(runner.progress.value);
  });
  await runner.run(2, async (index) => {
    log.push(`begin ${index}`);
    await Promise.resolve();
    log.push(`end ${index}`);
  });
  expect(log).toEqual([
    null,
    { done: 0, total: 2 },
    'begin 0',
    'end 0',
    { done: 1, total: 2 },
    'begin 1',
    'end 1',
    null,
  ]);
});

it('jobs in sequence stop after the running job, whose signal is aborted', async () => {
  const runner = createSequenceRunner();
  const abortedSignals: boolean[] = [];
  await runner.run(5, async (index, signal) => {
    if (index === 1) runner.stop();
    abortedSignals.push(signal.aborted);
  });
  expect(abortedSignals).toEqual([false, true]);
});

it('jobs in sequence do not start while other jobs run, and can start again after a stop', async () => {
  const runner = createSequenceRunner();
  const startedJobs: string[] = [];
  const first = runner.run(1, async () => void startedJobs.push('first'));
  await runner.run(1, async () => void startedJobs.push('second'));
  await first;
  runner.stop();
  await runner.run(1, async () => void startedJobs.push('third'));
  expect(startedJobs).toEqual(['first', 'third']);
});

it('jobs in sequence are not busy after a job throws', async () => {
  const runner = createSequenceRunner();
  const failing = runner.run(3, () => Promise.reject(new Error('no response')));
  await expect(failing).rejects.toThrow('no response');
  expect(runner.progress.value).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { type Cancel, coalesce, createJob, createThrottledJob } from '#core/util/scheduler';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';

function createCountedWork() {
  const fake = createFakeScheduler();
  let runs = 0;
  const work = () => {
    runs += 1;
  };
  return { fake, work, runs: () => runs };
}

describe('scheduled jobs', () => {
  const jobOf = ({ fake, work }: ReturnType<typeof createCountedWork>) =>
    createJob((run) => fake.scheduler.setTimer(100, run), work);

  it('a job that is scheduled repeatedly runs once, and runs again if it is scheduled later', () => {
    const counted = createCountedWork();
    const job = jobOf(counted);
    for (let times = 0; times < 3; times += 1) job.schedule();
    expect([counted.runs(), job.isScheduled(), counted.fake.pendingCount()]).toEqual([0, true, 1]);
    counted.fake.advance(100);
    expect([counted.runs(), job.isScheduled()]).toEqual([1, false]);
    job.schedule();
    counted.fake.advance(100);
    expect(counted.runs()).toBe(2);
  });

  it('a flushed job runs immediately, and only if it is scheduled', () => {
    const counted = createCountedWork();
    const job = jobOf(counted);
    job.flush();
    expect(counted.runs()).toBe(0);
    job.schedule();
    job.flush();
    job.flush();
    expect([counted.runs(), counted.fake.pendingCount()]).toEqual([1, 0]);
  });

  it('a canceled job does not run, even if the scheduler calls it anyway', () => {
    const scheduledRuns: (() => void)[] = [];
    const counted = createCountedWork();
    const job = createJob((run) => {
      scheduledRuns.push(run);
      return () => undefined;
    }, counted.work);
    job.schedule();
    job.cancel();
    job.schedule();
    scheduledRuns[0]?.();
    expect([counted.runs(), job.isScheduled()]).toEqual([0, true]);
    scheduledRuns[1]?.();
    scheduledRuns[1]?.();
    expect(counted.runs()).toBe(1);
  });

  it('a job can schedule itself while it runs, even if the scheduler runs it synchronously', () => {
    const canceled: number[] = [];
    const scheduledRuns: (() => void)[] = [];
    let isFirst = true;
    const job = createJob(
      (run): Cancel => {
        if (isFirst) {
          isFirst = false;
          run();
          return () => void canceled.push(1);
        }
        scheduledRuns.push(run);
        return () => void canceled.push(2);
      },
      () => job.schedule(),
    );
    job.schedule();
    expect([job.isScheduled(), scheduledRuns.length]).toEqual([true, 1]);
    job.cancel();
    expect([job.isScheduled(), canceled]).toEqual([false, [2]]);
  });

  it('a job that throws can be scheduled again', () => {
    const { fake } = createCountedWork();
    const job = createJob(fake.scheduler.whenIdle, () => {
      throw new Error('failed');
    });
    job.schedule();
    expect(fake.runIdle).toThrow('failed');
    job.schedule();
    expect(fake.runIdle).toThrow('failed');
  });
});

it('a coalesced task runs once for all callers, and again for a caller during the run', () => {
  const { fake, work, runs } = createCountedWork();
  const schedule = coalesce((run) => void fake.scheduler.setTimer(100, run), work);
  schedule();
  schedule();
  fake.advance(100);
  expect(runs()).toBe(1);
  const scheduleAgain = coalesce(
    (run) => void fake.scheduler.setTimer(100, run),
    () => {
      work();
      if (runs() < 3) scheduleAgain();
    },
  );
  scheduleAgain();
  fake.advance(1_000);
  expect(runs()).toBe(3);
});

it('a throttled job runs immediately after an idle interval, and otherwise once per interval since its last run', () => {
  const { fake, work, runs } = createCountedWork();
  const job = createThrottledJob(fake.scheduler, 100, work);
  job.schedule();
  job.schedule();
  expect(runs()).toBe(1);
  fake.advance(40);
  job.schedule();
  expect(fake.nextTimerMs()).toBe(60);
  fake.advance(60);
  expect(runs()).toBe(2);
  fake.advance(100);
  job.schedule();
  expect(runs()).toBe(3);
});

it('a canceled throttled job does not run', () => {
  const { fake, work, runs } = createCountedWork();
  const job = createThrottledJob(fake.scheduler, 100, work);
  job.schedule();
  job.schedule();
  job.cancel();
  fake.advance(1_000);
  expect(runs()).toBe(1);
});

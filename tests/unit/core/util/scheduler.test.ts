import { describe, expect, it } from 'vitest';
import { type Cancel, coalesce, createJob, createThrottledJob } from '#core/util/scheduler';
import { createHandScheduler } from '#tests/fixtures/hand-scheduler';

function counted() {
  const hand = createHandScheduler();
  let runs = 0;
  const work = () => {
    runs += 1;
  };
  return { hand, work, runs: () => runs };
}

describe('scheduled jobs', () => {
  const jobOf = ({ hand, work }: ReturnType<typeof counted>) =>
    createJob((run) => hand.scheduler.after(100, run), work);

  it('a job that is scheduled repeatedly runs once, and runs again if it is scheduled later', () => {
    const it = counted();
    const job = jobOf(it);
    for (let times = 0; times < 3; times += 1) job.schedule();
    expect([it.runs(), job.isScheduled(), it.hand.waiting()]).toEqual([0, true, 1]);
    it.hand.pass(100);
    expect([it.runs(), job.isScheduled()]).toEqual([1, false]);
    job.schedule();
    it.hand.pass(100);
    expect(it.runs()).toBe(2);
  });

  it('a flushed job runs immediately, and only if it is scheduled', () => {
    const it = counted();
    const job = jobOf(it);
    job.flush();
    expect(it.runs()).toBe(0);
    job.schedule();
    job.flush();
    job.flush();
    expect([it.runs(), it.hand.waiting()]).toEqual([1, 0]);
  });

  it('a canceled job does not run, even if the scheduler calls it anyway', () => {
    const late: (() => void)[] = [];
    const it = counted();
    const job = createJob((run) => {
      late.push(run);
      return () => undefined;
    }, it.work);
    job.schedule();
    job.cancel();
    job.schedule();
    late[0]?.();
    expect([it.runs(), job.isScheduled()]).toEqual([0, true]);
    late[1]?.();
    late[1]?.();
    expect(it.runs()).toBe(1);
  });

  it('a job can schedule itself while it runs, even if the scheduler runs it synchronously', () => {
    const canceled: number[] = [];
    const waits: (() => void)[] = [];
    let isFirst = true;
    const job = createJob(
      (run): Cancel => {
        if (isFirst) {
          isFirst = false;
          run();
          return () => void canceled.push(1);
        }
        waits.push(run);
        return () => void canceled.push(2);
      },
      () => job.schedule(),
    );
    job.schedule();
    expect([job.isScheduled(), waits.length]).toEqual([true, 1]);
    job.cancel();
    expect([job.isScheduled(), canceled]).toEqual([false, [2]]);
  });

  it('a job that throws can be scheduled again', () => {
    const { hand } = counted();
    const job = createJob(hand.scheduler.whenIdle, () => {
      throw new Error('failed');
    });
    job.schedule();
    expect(hand.runIdle).toThrow('failed');
    job.schedule();
    expect(hand.runIdle).toThrow('failed');
  });
});

it('a coalesced task runs once for all callers, and again for a caller during the run', () => {
  const { hand, work, runs } = counted();
  const schedule = coalesce((run) => void hand.scheduler.after(100, run), work);
  schedule();
  schedule();
  hand.pass(100);
  expect(runs()).toBe(1);
  const again = coalesce(
    (run) => void hand.scheduler.after(100, run),
    () => {
      work();
      if (runs() < 3) again();
    },
  );
  again();
  hand.pass(1_000);
  expect(runs()).toBe(3);
});

it('a throttled job runs immediately after an idle interval, and otherwise once per interval since its last run', () => {
  const { hand, work, runs } = counted();
  const job = createThrottledJob(hand.scheduler, 100, work);
  job.schedule();
  job.schedule();
  expect(runs()).toBe(1);
  hand.pass(40);
  job.schedule();
  expect(hand.nextTimerMs()).toBe(60);
  hand.pass(60);
  expect(runs()).toBe(2);
  hand.pass(100);
  job.schedule();
  expect(runs()).toBe(3);
});

it('a canceled throttled job does not run', () => {
  const { hand, work, runs } = counted();
  const job = createThrottledJob(hand.scheduler, 100, work);
  job.schedule();
  job.schedule();
  job.cancel();
  hand.pass(1_000);
  expect(runs()).toBe(1);
});

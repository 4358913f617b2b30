import { afterEach, expect, it, vi } from 'vitest';
import { createBrowserScheduler } from '#extension/browser-scheduler';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const taskOf = (schedule: (task: () => void) => unknown) => new Promise<void>((resolve) => void schedule(resolve));

it('the scheduler of a page runs tasks in order, each in a task of its own, and skips cancelled tasks', async () => {
  const { nextTask } = createBrowserScheduler();
  const done: number[] = [];
  nextTask(() => done.push(1));
  nextTask(() => done.push(2))();
  nextTask(() => done.push(3));
  expect(done).toEqual([]);
  await taskOf(nextTask);
  expect(done).toEqual([1, 3]);
});

it('the scheduler of a page requests idle time while the page is visible, and runs without it while hidden', async () => {
  const postedTasks: (() => void)[] = [];
  const page = { hidden: false };
  vi.stubGlobal('document', page);
  vi.stubGlobal('scheduler', { postTask: async (task: () => void) => void postedTasks.push(task) });
  const { whenIdle } = createBrowserScheduler();
  const task = vi.fn();
  const canceled = vi.fn();
  whenIdle(task);
  whenIdle(canceled)();
  for (const run of postedTasks) run();
  expect([task, canceled].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  page.hidden = true;
  await taskOf(whenIdle);
  expect(postedTasks).toHaveLength(2);
});

it('the scheduler of a page waits once for the next paint, or for a timeout if no frame is painted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const frames = new Map<number, () => void>();
  let lastFrame = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    lastFrame += 1;
    frames.set(lastFrame, frame);
    return lastFrame;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  const { afterPaint, nextTask } = createBrowserScheduler();
  const painted = vi.fn();
  const canceled = vi.fn();
  afterPaint(painted);
  afterPaint(canceled)();
  vi.advanceTimersByTime(10_000);
  expect(painted).toHaveBeenCalledOnce();
  expect(frames.size).toBe(0);
  await taskOf(nextTask);
  expect([painted, canceled].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);

  const shown = vi.fn();
  afterPaint(shown);
  for (const frame of frames.values()) frame();
  expect(shown).not.toHaveBeenCalled();
  await taskOf(nextTask);
  vi.advanceTimersByTime(10_000);
  expect(shown).toHaveBeenCalledOnce();
});

it('the scheduler of a page runs no task after it is closed, whether scheduled before or after', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const frames = new Map<number, () => void>();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.set(1, frame) && 1);
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  const scheduler = createBrowserScheduler();
  const task = vi.fn();
  const schedule = (): void => {
    scheduler.setTimer(1, task);
    scheduler.nextTask(task);
    scheduler.whenIdle(task);
    scheduler.afterPaint(task);
  };
  schedule();
  scheduler.close();
  expect([vi.getTimerCount(), frames.size]).toEqual([0, 0]);
  schedule();
  expect([vi.getTimerCount(), frames.size]).toEqual([0, 0]);
  await taskOf(createBrowserScheduler().nextTask);
  expect(task).not.toHaveBeenCalled();
});

import type { After, Cancel, Scheduler } from '#core/util/scheduler';

export const after: After = (milliseconds, task) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};

/** Of Chromium and Firefox: https://wicg.github.io/scheduling-apis/. */
interface TaskScheduler {
  postTask(task: () => void, options: { readonly priority: 'background' }): Promise<void>;
}

/** Browsers give a panel that nobody sees no frames. */
const HIDDEN_FRAME_MS = 250;

/** The event loop of a page of the extension. */
export function createBrowserScheduler(): Scheduler {
  const { port1, port2 } = new MessageChannel();
  const tasks: (() => void)[] = [];
  port1.onmessage = () => tasks.shift()?.();
  const { scheduler } = globalThis as { readonly scheduler?: TaskScheduler };

  const nextTask: Scheduler['nextTask'] = (task) =>
    cancelable(task, (run) => {
      tasks.push(run);
      port2.postMessage(null);
    });
  return {
    now: () => performance.now(),
    after,
    nextTask,
    whenIdle(task) {
      // A hidden page may get background tasks rarely, and has no input that they could delay.
      if (scheduler === undefined || document.hidden) return nextTask(task);
      return cancelable(task, (run) => void scheduler.postTask(run, { priority: 'background' }));
    },
    afterPaint(task) {
      let stopTask: Cancel = () => undefined;
      const finish = (): void => {
        cancel();
        task();
      };
      const stopTimer = after(HIDDEN_FRAME_MS, finish);
      const frame = requestAnimationFrame(() => {
        stopTask = nextTask(finish);
      });
      const cancel = (): void => {
        stopTimer();
        stopTask();
        cancelAnimationFrame(frame);
      };
      return cancel;
    },
  };
}

function cancelable(task: () => void, start: (run: () => void) => void): Cancel {
  let isCanceled = false;
  start(() => {
    if (!isCanceled) task();
  });
  return () => {
    isCanceled = true;
  };
}

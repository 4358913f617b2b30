import type { Cancel, Scheduler, SetTimer } from '#core/util/scheduler';

export const setTimer: SetTimer = (milliseconds, task) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};

/** Scheduler of Chromium and Firefox: https://wicg.github.io/scheduling-apis/. */
interface TaskScheduler {
  postTask(task: () => void, options: { readonly priority: 'background' }): Promise<void>;
}

/** Hidden panels get no animation frames. This timeout replaces them. */
const HIDDEN_FRAME_MS = 250;

export interface BrowserScheduler extends Scheduler {
  /** Cancels all scheduled tasks. Tasks that are scheduled later never run. */
  readonly close: () => void;
}

/** Creates a scheduler on the event loop of an extension page. */
export function createBrowserScheduler(): BrowserScheduler {
  const { port1, port2 } = new MessageChannel();
  const tasks: (() => void)[] = [];
  port1.onmessage = () => tasks.shift()?.();
  const { scheduler } = globalThis as { readonly scheduler?: TaskScheduler };
  const pending = new Set<Cancel>();
  let isClosed = false;

  const track = (start: (task: () => void) => Cancel, task: () => void): Cancel => {
    if (isClosed) return () => undefined;
    const cancel = (): void => {
      pending.delete(cancel);
      stop();
    };
    const stop = start(() => {
      pending.delete(cancel);
      task();
    });
    pending.add(cancel);
    return cancel;
  };
  const post = (task: () => void): Cancel =>
    startCancelable(task, (run) => {
      tasks.push(run);
      port2.postMessage(null);
    });
  const postBackground = (task: () => void): Cancel => {
    // Hidden pages run background tasks rarely and have no input to delay.
    if (scheduler === undefined || document.hidden) return post(task);
    return startCancelable(task, (run) => void scheduler.postTask(run, { priority: 'background' }));
  };
  const postAfterPaint = (task: () => void): Cancel => {
    let stopTask: Cancel = () => undefined;
    const finishPaint = (): void => {
      cancel();
      task();
    };
    const stopTimer = setTimer(HIDDEN_FRAME_MS, finishPaint);
    const frame = requestAnimationFrame(() => {
      stopTask = post(finishPaint);
    });
    const cancel = (): void => {
      stopTimer();
      stopTask();
      cancelAnimationFrame(frame);
    };
    return cancel;
  };
  return {
    now: () => performance.now(),
    setTimer: (milliseconds, task) => track((run) => setTimer(milliseconds, run), task),
    nextTask: (task) => track(post, task),
    whenIdle: (task) => track(postBackground, task),
    afterPaint: (task) => track(postAfterPaint, task),
    close() {
      isClosed = true;
      for (const cancel of pending) cancel();
      port1.close();
    },
  };
}

function startCancelable(task: () => void, start: (run: () => void) => void): Cancel {
  let isCanceled = false;
  start(() => {
    if (!isCanceled) task();
  });
  return () => {
    isCanceled = true;
  };
}

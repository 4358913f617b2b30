/** Cancels a scheduled task. Does nothing once the task has started. */
export type Cancel = () => void;

/** Schedules a task after a number of milliseconds. */
export type SetTimer = (milliseconds: number, task: () => void) => Cancel;

/** The clock and the event loop of a host. Each method runs its task once. */
export interface Scheduler {
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  /** Runs the task next, without the 4 ms that browsers add to nested timers. */
  readonly nextTask: (task: () => void) => Cancel;
  /** Runs the task when the event loop is idle: after input, timers, messages and rendering. */
  readonly whenIdle: (task: () => void) => Cancel;
  /** Runs the task after the next frame is painted. */
  readonly afterPaint: (task: () => void) => Cancel;
}

/** Coalesced work: several requests to run it result in one run. */
export interface Job {
  /** Schedules a run. Does nothing if one is scheduled already. */
  schedule(): void;
  /** Runs a scheduled job now. */
  flush(): void;
  cancel(): void;
  isScheduled(): boolean;
}

/** Creates a job. `wait` schedules its run, for example `(run) => setTimer(250, run)`. */
export function createJob(wait: (run: () => void) => Cancel, work: () => void): Job {
  let scheduled: { cancel: Cancel } | null = null;
  const cancel = (): void => {
    const current = scheduled;
    scheduled = null;
    current?.cancel();
  };
  return {
    schedule() {
      if (scheduled !== null) return;
      const current = { cancel: (): void => undefined };
      scheduled = current;
      current.cancel = wait(() => {
        if (scheduled !== current) return;
        scheduled = null;
        work();
      });
    },
    flush() {
      if (scheduled === null) return;
      cancel();
      work();
    },
    cancel,
    isScheduled: () => scheduled !== null,
  };
}

/**
 * Creates a job without cancellation.
 * Its smaller code suits scripts that run in every frame of a page.
 */
export function coalesce(wait: (run: () => void) => void, work: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    wait(() => {
      isScheduled = false;
      work();
    });
  };
}

/** Creates a job that runs at once after an idle interval, and else one interval after its last run. */
export function createThrottledJob(
  { now, setTimer }: Pick<Scheduler, 'now' | 'setTimer'>,
  intervalMs: number,
  work: () => void,
): Job {
  let doneAt = Number.NEGATIVE_INFINITY;
  const wait = (run: () => void): Cancel => {
    const remainingMs = doneAt + intervalMs - now();
    if (remainingMs > 0) return setTimer(remainingMs, run);
    run();
    return () => undefined;
  };
  return createJob(wait, () => {
    doneAt = now();
    work();
  });
}

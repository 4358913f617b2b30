/** Calls off what was scheduled; does nothing once it has begun. */
export type Cancel = () => void;

/** Calls back after some milliseconds. */
export type After = (milliseconds: number, task: () => void) => Cancel;

/** The clock and the event loop of a host. Each method calls back once. */
export interface Scheduler {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly after: After;
  /** In a task of its own, without the 4 ms that browsers add to nested timers. */
  readonly nextTask: (task: () => void) => Cancel;
  /** When nothing else is to be done: input, timers, messages and rendering come first. */
  readonly whenIdle: (task: () => void) => Cancel;
  /** When the next frame is on the screen. */
  readonly afterPaint: (task: () => void) => Cancel;
}

/** Work that many ask for and that is done once for all of them. */
export interface Job {
  /** Does nothing where it is scheduled already. */
  schedule(): void;
  /** Does it now where it is scheduled. */
  flush(): void;
  cancel(): void;
  isScheduled(): boolean;
}

/** `wait` says when a scheduled job is done: `(run) => after(250, run)`. */
export function createJob(wait: (run: () => void) => Cancel, work: () => void): Job {
  let scheduled: { cancel: Cancel } | null = null;
  const cancel = (): void => {
    const its = scheduled;
    scheduled = null;
    its?.cancel();
  };
  return {
    schedule() {
      if (scheduled !== null) return;
      const its = { cancel: (): void => undefined };
      scheduled = its;
      its.cancel = wait(() => {
        if (scheduled !== its) return;
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

/** A job that is never called off, in fewer bytes: for scripts of every frame of a page. */
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
  { now, after }: Pick<Scheduler, 'now' | 'after'>,
  intervalMs: number,
  work: () => void,
): Job {
  let doneAt = Number.NEGATIVE_INFINITY;
  const wait = (run: () => void): Cancel => {
    const restMs = doneAt + intervalMs - now();
    if (restMs > 0) return after(restMs, run);
    run();
    return () => undefined;
  };
  return createJob(wait, () => {
    doneAt = now();
    work();
  });
}

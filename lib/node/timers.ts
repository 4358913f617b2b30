import type { SetTimer } from '#core/util/scheduler';

/** Sets a timer of the process. Returns a function that cancels the timer. */
export const setTimer: SetTimer = (milliseconds, task) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};

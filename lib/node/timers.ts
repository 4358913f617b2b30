import type { After } from '#core/util/scheduler';

/** The process's own timer. */
export const after: After = (milliseconds, task) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};

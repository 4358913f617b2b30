import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { createThrottledJob, type Scheduler } from '#core/util/scheduler';

/** Each change renders a table of a hundred rows: a user sees no difference, and firing waits for it. */
export const SHOW_INTERVAL_MS = 200;

/** Follows a signal: at once, or while it is busy at most once in an interval. */
export function throttleSignal<Value>(
  source: ReadonlySignal<Value>,
  isBusy: (value: Value) => boolean,
  scheduler: Pick<Scheduler, 'now' | 'after'>,
): ReadonlySignal<Value> {
  const shown = signal(source.peek());
  const follow = () => {
    shown.value = source.peek();
  };
  const throttled = createThrottledJob(scheduler, SHOW_INTERVAL_MS, follow);
  effect(() => {
    if (isBusy(source.value)) return throttled.schedule();
    throttled.cancel();
    follow();
  });
  return shown;
}

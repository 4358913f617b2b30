import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { createThrottledJob, type Scheduler } from '#core/util/scheduler';

/** Each change renders a table of a hundred rows. Users see no difference, and firing waits for the rendering. */
export const SHOW_INTERVAL_MS = 200;

/**
 * Returns a signal that mirrors another one.
 * While the source is busy, the returned signal changes at most once per interval.
 */
export function throttleSignal<Value>(
  source: ReadonlySignal<Value>,
  isBusy: (value: Value) => boolean,
  scheduler: Pick<Scheduler, 'now' | 'setTimer'>,
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

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { createThrottledJob, type Scheduler } from '#core/util/scheduler';

/** Limits how often a table of a hundred rows is rendered, because firing waits for the rendering. */
export const SHOW_INTERVAL_MS = 200;

/**
 * Returns a signal that mirrors another signal.
 * While the source is busy, the returned signal changes at most once per interval.
 */
export function throttleSignal<Value>(
  source: ReadonlySignal<Value>,
  isBusy: (value: Value) => boolean,
  scheduler: Pick<Scheduler, 'now' | 'setTimer'>,
): ReadonlySignal<Value> {
  const mirror = signal(source.peek());
  const update = () => {
    mirror.value = source.peek();
  };
  const throttledUpdate = createThrottledJob(scheduler, SHOW_INTERVAL_MS, update);
  effect(() => {
    if (isBusy(source.value)) return throttledUpdate.schedule();
    throttledUpdate.cancel();
    update();
  });
  return mirror;
}

import { expect, it } from 'vitest';
import { createPopupToast } from '#components/popup/model/popup-toast.ts';
import type { SetTimer } from '#core/util/scheduler';

/** Creates a timer whose task runs when the test calls `runTask`. */
function createFakeTimer() {
  let pendingTask: { readonly delay: number; readonly task: () => void } | null = null;
  const setTimer: SetTimer = (delay, task) => {
    pendingTask = { delay, task };
    return () => {
      pendingTask = null;
    };
  };
  return { setTimer, delay: () => pendingTask?.delay ?? null, runTask: () => pendingTask?.task() };
}

it('a success toast closes after 6 s', () => {
  const timer = createFakeTimer();
  const toast = createPopupToast(timer.setTimer);
  toast.showSuccess(() => 'Token copied.');
  expect(toast.current.value?.text()).toBe('Token copied.');
  expect(timer.delay()).toBe(6000);
  timer.runTask();
  expect(toast.current.value).toBeNull();
});

it('an error toast stays until it is dismissed', () => {
  const timer = createFakeTimer();
  const toast = createPopupToast(timer.setTimer);
  toast.showError(() => 'Not copied.');
  expect(timer.delay()).toBeNull();
  toast.dismiss();
  expect(toast.current.value).toBeNull();
});

it('a paused toast has no timeout, and has a timeout of 6 s again when its timeout is restarted', () => {
  const timer = createFakeTimer();
  const toast = createPopupToast(timer.setTimer);
  toast.showSuccess(() => 'Token copied.');
  toast.pauseTimeout();
  expect(timer.delay()).toBeNull();
  toast.restartTimeout();
  expect(timer.delay()).toBe(6000);
});

it('an error toast replaces the previous toast, and has no timeout', () => {
  const timer = createFakeTimer();
  const toast = createPopupToast(timer.setTimer);
  toast.showSuccess(() => 'Token copied.');
  toast.showError(() => 'Not copied.');
  expect(toast.current.value?.text()).toBe('Not copied.');
  expect(timer.delay()).toBeNull();
});

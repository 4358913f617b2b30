import { expect, it } from 'vitest';
import { createPopupToast } from '#components/popup/model/popup-toast.ts';
import type { SetTimer } from '#core/util/scheduler';

/** A timer that the test ends. */
function createFakeTimer() {
  let waiting: { readonly delay: number; readonly work: () => void } | null = null;
  const later: SetTimer = (delay, work) => {
    waiting = { delay, work };
    return () => {
      waiting = null;
    };
  };
  return { later, delay: () => waiting?.delay ?? null, runOut: () => waiting?.work() };
}

it('a success toast closes after 6 s', () => {
  const timer = createFakeTimer();
  const toast = createPopupToast(timer.later);
  toast.showSuccess(() => 'Token copied.');
  expect(toast.current.value?.text()).toBe('Token copied.');
  expect(timer.delay()).toBe(6000);
  timer.runOut();
  expect(toast.current.value).toBeNull();
});

it('an error toast stays until it is dismissed', () => {
  const timer = createFakeTimer();
  const toast = createPopupToast(timer.later);
  toast.showError(() => 'Not copied.');
  expect(timer.delay()).toBeNull();
  toast.dismiss();
  expect(toast.current.value).toBeNull();
});

it('a toast stays while it is hovered or focused, and closes 6 s after that', () => {
  const timer = createFakeTimer();
  const toast = createPopupToast(timer.later);
  toast.showSuccess(() => 'Token copied.');
  toast.pauseTimeout();
  expect(timer.delay()).toBeNull();
  toast.restartTimeout();
  expect(timer.delay()).toBe(6000);
});

it('an error toast replaces the previous toast, and has no timeout', () => {
  const timer = createFakeTimer();
  const toast = createPopupToast(timer.later);
  toast.showSuccess(() => 'Token copied.');
  toast.showError(() => 'Not copied.');
  expect(toast.current.value?.text()).toBe('Not copied.');
  expect(timer.delay()).toBeNull();
});

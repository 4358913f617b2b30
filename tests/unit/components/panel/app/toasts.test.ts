import { expect, it, vi } from 'vitest';
import { createToasts } from '#components/panel/app/toasts.ts';

/** Creates timers whose callbacks run when the test calls `runAll`. */
function createManualTimers() {
  const callbacks = new Map<object, () => void>();
  return {
    setTimer(_: number, callback: () => void) {
      const key = {};
      callbacks.set(key, callback);
      return () => callbacks.delete(key);
    },
    runAll() {
      for (const callback of [...callbacks.values()]) callback();
      callbacks.clear();
    },
  };
}

function createTestToasts() {
  const timers = createManualTimers();
  return { timers, toasts: createToasts(timers.setTimer) };
}

it('a toast closes after its timeout, and reports that it closed', () => {
  const { timers, toasts } = createTestToasts();
  const onDismiss = vi.fn();
  toasts.show({ tone: 'info', text: () => 'Cleared', onDismiss });
  expect(toasts.list.value.map(({ text }) => text())).toEqual(['Cleared']);
  timers.runAll();
  expect(toasts.list.value).toEqual([]);
  expect(onDismiss).toHaveBeenCalledOnce();
});

it('a toast stays while it is hovered or focused, and closes after that', () => {
  const { timers, toasts } = createTestToasts();
  toasts.show({ tone: 'success', text: () => 'Copied' });
  const id = toasts.list.value[0]?.id ?? 0;
  toasts.hold(id);
  timers.runAll();
  expect(toasts.list.value).toHaveLength(1);
  toasts.release(id);
  timers.runAll();
  expect(toasts.list.value).toEqual([]);
});

it('a toast about a failure stays until it is dismissed', () => {
  const { timers, toasts } = createTestToasts();
  toasts.show({ tone: 'error', text: () => 'Collector unreachable' });
  timers.runAll();
  expect(toasts.list.value).toHaveLength(1);
  toasts.dismiss(toasts.list.value[0]?.id ?? 0);
  expect(toasts.list.value).toEqual([]);
});

it('a toast whose action is selected runs the action, and closes without a report', () => {
  const { toasts } = createTestToasts();
  const [onSelect, onDismiss] = [vi.fn(), vi.fn()];
  toasts.show({ tone: 'info', text: () => 'Cleared', action: { label: () => 'Undo', onSelect }, onDismiss });
  toasts.select(toasts.list.value[0]?.id ?? 0);
  expect(onSelect).toHaveBeenCalledOnce();
  expect(onDismiss).not.toHaveBeenCalled();
  expect(toasts.list.value).toEqual([]);
});

it('a toast replaces the previous one, even one about a failure', () => {
  const { toasts } = createTestToasts();
  const onDismiss = vi.fn();
  toasts.show({ tone: 'error', text: () => 'Collector unreachable', onDismiss });
  toasts.show({ tone: 'success', text: () => 'Copied' });
  expect(toasts.list.value.map(({ text }) => text())).toEqual(['Copied']);
  expect(onDismiss).toHaveBeenCalledOnce();
});

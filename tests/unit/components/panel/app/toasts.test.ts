import { expect, it, vi } from 'vitest';
import { createToasts } from '#components/panel/app/toasts.ts';

/** A clock that the test advances. */
function clock() {
  const waiting = new Map<object, () => void>();
  return {
    setTimer(_: number, callback: () => void) {
      const key = {};
      waiting.set(key, callback);
      return () => waiting.delete(key);
    },
    pass() {
      for (const callback of [...waiting.values()]) callback();
      waiting.clear();
    },
  };
}

function shown() {
  const time = clock();
  return { time, toasts: createToasts(time.setTimer) };
}

it('a toast closes after its timeout, and reports that it closed', () => {
  const { time, toasts } = shown();
  const onGone = vi.fn();
  toasts.show({ tone: 'info', text: () => 'Cleared', onGone });
  expect(toasts.list.value.map(({ text }) => text())).toEqual(['Cleared']);
  time.pass();
  expect(toasts.list.value).toEqual([]);
  expect(onGone).toHaveBeenCalledOnce();
});

it('a toast stays while it is hovered or focused, and closes after that', () => {
  const { time, toasts } = shown();
  toasts.show({ tone: 'success', text: () => 'Copied' });
  const id = toasts.list.value[0]?.id ?? 0;
  toasts.hold(id);
  time.pass();
  expect(toasts.list.value).toHaveLength(1);
  toasts.release(id);
  time.pass();
  expect(toasts.list.value).toEqual([]);
});

it('a toast about a failure stays until it is dismissed', () => {
  const { time, toasts } = shown();
  toasts.show({ tone: 'error', text: () => 'Collector unreachable' });
  time.pass();
  expect(toasts.list.value).toHaveLength(1);
  toasts.dismiss(toasts.list.value[0]?.id ?? 0);
  expect(toasts.list.value).toEqual([]);
});

it('a toast whose action is selected runs the action, and closes without a report', () => {
  const { toasts } = shown();
  const [onSelect, onGone] = [vi.fn(), vi.fn()];
  toasts.show({ tone: 'info', text: () => 'Cleared', action: { label: () => 'Undo', onSelect }, onGone });
  toasts.select(toasts.list.value[0]?.id ?? 0);
  expect(onSelect).toHaveBeenCalledOnce();
  expect(onGone).not.toHaveBeenCalled();
  expect(toasts.list.value).toEqual([]);
});

it('a toast replaces the previous one, even one about a failure', () => {
  const { toasts } = shown();
  const onGone = vi.fn();
  toasts.show({ tone: 'error', text: () => 'Collector unreachable', onGone });
  toasts.show({ tone: 'success', text: () => 'Copied' });
  expect(toasts.list.value.map(({ text }) => text())).toEqual(['Copied']);
  expect(onGone).toHaveBeenCalledOnce();
});

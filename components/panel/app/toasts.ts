import { type ReadonlySignal, signal } from '@preact/signals';
import type { Tone } from '#components/kit/tone.ts';
import type { SetTimer } from '#core/util/scheduler';

export interface ToastContent {
  readonly tone: Extract<Tone, 'success' | 'info' | 'error'>;
  /** Called with each rendering, so that an open toast follows the language. Must not read other state. */
  readonly text: () => string;
  readonly action?: { readonly label: () => string; readonly onSelect: () => void };
  /** Called when the timeout, the user or the next toast removes the toast. Not called after its action. */
  readonly onDismiss?: () => void;
}

interface ShownToast extends ToastContent {
  readonly id: number;
}

export interface Toasts {
  /** At most one toast. */
  readonly list: ReadonlySignal<readonly ShownToast[]>;
  /** Shows a toast, which replaces the current one. */
  show(content: ToastContent): void;
  dismiss(id: number): void;
  /** Runs the toast's action and removes the toast. */
  select(id: number): void;
  /** Pauses the timeout of a toast. `release` restarts the timeout. */
  hold(id: number): void;
  release(id: number): void;
}

const LIFETIME_MS = 6000;

export function createToasts(setTimer: SetTimer): Toasts {
  const list = signal<readonly ShownToast[]>([]);
  const timers = new Map<number, () => void>();
  let nextId = 1;

  const find = (id: number) => list.value.find((toast) => toast.id === id);
  const stopTimer = (id: number) => {
    timers.get(id)?.();
    timers.delete(id);
  };
  const remove = (id: number) => {
    stopTimer(id);
    list.value = list.value.filter((toast) => toast.id !== id);
  };
  const dismiss = (id: number) => {
    const toast = find(id);
    remove(id);
    toast?.onDismiss?.();
  };
  const startTimer = (toast: ShownToast) => {
    stopTimer(toast.id);
    if (toast.tone !== 'error')
      timers.set(
        toast.id,
        setTimer(LIFETIME_MS, () => dismiss(toast.id)),
      );
  };

  return {
    list,
    show(content) {
      const toast = { ...content, id: nextId };
      nextId += 1;
      for (const older of list.value) dismiss(older.id);
      list.value = [toast];
      startTimer(toast);
    },
    dismiss,
    select(id) {
      const toast = find(id);
      remove(id);
      toast?.action?.onSelect();
    },
    hold: stopTimer,
    release(id) {
      const toast = find(id);
      if (toast) startTimer(toast);
    },
  };
}

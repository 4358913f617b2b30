import { type ReadonlySignal, signal } from '@preact/signals';
import type { Tone } from '#components/kit/tone.ts';
import type { SetTimer } from '#core/util/scheduler';

/** A message about the last action. */
interface Toast {
  readonly tone: Extract<Tone, 'success' | 'error'>;
  /** Returns the text in the current language. Call while rendering. */
  readonly text: () => string;
  /** At most one action. */
  readonly action?: ToastAction | undefined;
}

interface ToastAction {
  readonly label: () => string;
  readonly onSelect: () => void;
}

export interface PopupToast {
  readonly current: ReadonlySignal<Toast | null>;
  readonly showSuccess: (text: () => string, action?: ToastAction) => void;
  readonly showError: (text: () => string) => void;
  readonly dismiss: () => void;
  /** Call while the pointer or the focus is on the toast. */
  readonly pauseTimeout: () => void;
  readonly restartTimeout: () => void;
}

const LIFETIME_MS = 6000;

/** Creates the toast of the popup. An error stays until it is dismissed. */
export function createPopupToast(setTimer: SetTimer): PopupToast {
  const current = signal<Toast | null>(null);
  let stopTimer = () => {};

  function dismiss(): void {
    stopTimer();
    current.value = null;
  }

  function restartTimeout(): void {
    stopTimer();
    if (current.peek()?.tone === 'success') stopTimer = setTimer(LIFETIME_MS, dismiss);
  }

  function show(toast: Toast): void {
    current.value = toast;
    restartTimeout();
  }

  return {
    current,
    showSuccess(text, action) {
      const onSelect = (): void => {
        // A double click runs the action once.
        if (current.peek() !== toast) return;
        dismiss();
        action?.onSelect();
      };
      const toast: Toast = { tone: 'success', text, action: action && { ...action, onSelect } };
      show(toast);
    },
    showError: (text) => show({ tone: 'error', text }),
    dismiss,
    pauseTimeout: () => stopTimer(),
    restartTimeout,
  };
}

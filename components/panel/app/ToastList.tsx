import { Toast } from '#components/kit/Toast.tsx';
import type { Toasts } from './toasts';

/** The toasts at the bottom: a new one replaces the current one. */
export function ToastList({ toasts }: { readonly toasts: Toasts }) {
  return (
    <div class="toasts">
      {toasts.list.value.map((toast) => (
        <Toast
          key={toast.id}
          tone={toast.tone}
          text={toast.text()}
          action={toast.action && { label: toast.action.label(), onSelect: () => toasts.select(toast.id) }}
          onDismiss={() => toasts.dismiss(toast.id)}
          onHold={() => toasts.hold(toast.id)}
          onRelease={() => toasts.release(toast.id)}
        />
      ))}
    </div>
  );
}

import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { Toast } from '#components/kit/Toast.tsx';
import type { Toasts } from './toasts';

/**
 * The toast at the bottom of the panel.
 * The live region is always rendered, so that screen readers announce a new toast.
 */
export function ToastList({ toasts }: { readonly toasts: Toasts }) {
  const part = useKeptFocus<HTMLDivElement>();
  return (
    <div class="toasts" aria-live="polite" ref={part}>
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

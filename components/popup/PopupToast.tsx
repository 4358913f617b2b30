import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { Toast } from '#components/kit/Toast.tsx';
import type { PopupToast as PopupToastModel } from './model/popup-toast';

/** The last message. Its element is always rendered, so that screen readers notice a change. */
export function PopupToast({ toast }: { readonly toast: PopupToastModel }) {
  const part = useKeptFocus<HTMLDivElement>();
  const current = toast.current.value;
  return (
    <div class="toasts" aria-live="polite" ref={part}>
      {current !== null && (
        <Toast
          tone={current.tone}
          text={current.text()}
          action={current.action && { ...current.action, label: current.action.label() }}
          onDismiss={toast.dismiss}
          onHold={toast.pauseTimeout}
          onRelease={toast.restartTimeout}
        />
      )}
    </div>
  );
}
